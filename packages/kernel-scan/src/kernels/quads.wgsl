// The quads that a thread holds of a tile, a subgroup apart, so that loads and stores of its lanes are contiguous.
#import scanned-tiles.wgsl

struct Thread {
  group: u32,
  index: u32,
  subgroup: u32,
  lane: u32,
  size: u32,
}

// Four quads of a thread, a subgroup apart.
struct Quads {
  a: vec4<Value>,
  b: vec4<Value>,
  c: vec4<Value>,
  d: vec4<Value>,
}

// Eight quads of a thread; fewer where QUADS is less.
struct Tile {
  low: Quads,
  high: Quads,
}

// What stands before each of four quads in their subgroup's rows, and what these sum up to.
struct Rows {
  before: vec4<Value>,
  total: Value,
}

fn first_quad(tile: u32, thread: Thread) -> u32 {
  return tile * TILE_QUADS + thread.subgroup * thread.size * QUADS + thread.lane;
}

fn load_row(first: u32, row: u32, size: u32) -> vec4<Value> {
  if (row >= QUADS) {
    return vec4<Value>();
  }
  return load_quad(first + row * size);
}

fn load_quads(first: u32, row: u32, size: u32) -> Quads {
  return Quads(
    load_row(first, row, size),
    load_row(first, row + 1u, size),
    load_row(first, row + 2u, size),
    load_row(first, row + 3u, size),
  );
}

fn load_tile(tile: u32, thread: Thread) -> Tile {
  let first = first_quad(tile, thread);
  var high = Quads();
  if (QUADS > 4u) {
    high = load_quads(first, 4u, thread.size);
  }
  return Tile(load_quads(first, 0u, thread.size), high);
}

fn scan_quads(quads: Quads) -> Quads {
  return Quads(scan_quad(quads.a), scan_quad(quads.b), scan_quad(quads.c), scan_quad(quads.d));
}

// Four rows at once: four independent ladders hide each other's latency. Two where there are no more: a shuffle each for half of the words.
fn scan_rows(sums: Quads, thread: Thread) -> Rows {
  if (QUADS <= 2u) {
    return scan_two_rows(sums, thread);
  }
  let rows = subgroupInclusiveAdd(vec4<Value>(sums.a.w, sums.b.w, sums.c.w, sums.d.w));
  let row_sums = scan_quad(subgroupShuffle(rows, thread.size - 1u));
  let left = select(vec4<Value>(), subgroupShuffleUp(rows, 1u), thread.lane > 0u);
  return Rows(left + vec4<Value>(Value(0), row_sums.xyz), row_sums.w);
}

fn scan_two_rows(sums: Quads, thread: Thread) -> Rows {
  let rows = subgroupInclusiveAdd(vec2<Value>(sums.a.w, sums.b.w));
  let row_sums = subgroupShuffle(rows, thread.size - 1u);
  let left = select(vec2<Value>(), subgroupShuffleUp(rows, 1u), thread.lane > 0u);
  return Rows(vec4<Value>(left.x, row_sums.x + left.y, Value(0), Value(0)), row_sums.x + row_sums.y);
}

fn prefixes_of(sums: Quads, before: vec4<Value>) -> Quads {
  return Quads(
    prefix_quad(before.x, sums.a),
    prefix_quad(before.y, sums.b),
    prefix_quad(before.z, sums.c),
    prefix_quad(before.w, sums.d),
  );
}

fn write_row(first: u32, row: u32, size: u32, quad: vec4<Value>) {
  if (row < QUADS) {
    write_quad(first + row * size, quad);
  }
}

fn write_quads(first: u32, row: u32, size: u32, prefixes: Quads) {
  write_row(first, row, size, prefixes.a);
  write_row(first, row + 1u, size, prefixes.b);
  write_row(first, row + 2u, size, prefixes.c);
  write_row(first, row + 3u, size, prefixes.d);
}

