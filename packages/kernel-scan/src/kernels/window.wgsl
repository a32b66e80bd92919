// What workgroups that stay know of each other's tiles: each adds the sums that were published since its last tile, a window, and sums up
// itself what stays silent. Who imports this declares `subgroup_sum`: what a subgroup's part of a tile sums up to, added as its owner does.

// Tiles that a thread looks at in one go: more than one where there are more workgroups than threads.
const SEEN_AT_ONCE = 1u;
// Looks at a tile that is silent before it is summed up here.
const LOOKS = 16u;

#import scanned-tiles.wgsl

// A ticket, then from FIRST_STATE on a word a tile; all zero when the dispatch begins. The ticket has 128 bytes to itself: a cache line that
// everybody increments is a bad place for anything else.
@group(0) @binding(2) var<storage, read_write> state: array<atomic<u32>>;
const FIRST_STATE = 32u;
// A tile is silent while its word is 0, else the word is its sum under this key: one load tells both, and 32 of them a cache line. A sum
// that is the key itself is never heard of. Such a tile is summed up by whoever needs it, which is slow and right.
const KEY = 0x7fc5a1e7u;

// One more than the number of a tile that stayed silent, in the lower 24 bits; none for 0. The upper ones say which to begin with: each
// workgroup with another, so that those who wait share the work.
var<workgroup> silent: atomic<u32>;
const NUMBER = 0xffffffu;
var<workgroup> window_sums: array<Value, MOST_SUBGROUPS>;

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

// A lane's part of what the subgroups left in `window_sums`: its lanes' parts sum up to all of it, in every subgroup.
fn part_of_subgroups(thread: Thread) -> Value {
  var sum = Value(0);
  for (var step = 0u; step < FOLD_STEPS; step++) {
    let other = step * thread.size + thread.lane;
    if (other < WORKGROUP / thread.size) {
      sum += window_sums[other];
    }
  }
  return sum;
}

// The sum of a tile by whoever waits for it.
fn sum_for(tile: u32, thread: Thread) -> Value {
  let own = subgroup_sum(load_tile(tile, thread), thread);
  if (thread.lane == 0u) {
    window_sums[thread.subgroup] = own;
  }
  if (thread.index == 0u) {
    atomicStore(&silent, 0u);
  }
  workgroupBarrier();
  let sum = subgroupAdd(part_of_subgroups(thread));
  if (thread.index == 0u) {
    publish_for(tile, sum);
  }
  return sum;
}

fn publish(tile: u32, sum: Value) {
  atomicStore(&state[FIRST_STATE + tile], bitcast<u32>(sum) ^ KEY);
}

// On behalf of a silent tile, whose owner comes to the same sum.
fn publish_for(tile: u32, sum: Value) {
  _ = atomicCompareExchangeWeak(&state[FIRST_STATE + tile], 0u, bitcast<u32>(sum) ^ KEY);
}

struct Seen {
  is_silent: bool,
  sum: Value,
}

const NO_TILE = Seen(false, Value(0));

// What a tile has published.
fn seen_of(tile: u32) -> Seen {
  let word = atomicLoad(&state[FIRST_STATE + tile]);
  return Seen(word == 0u, bitcast<Value>(word ^ KEY));
}

fn seen_in(wanted: u32, tile: u32) -> Seen {
  if (wanted >= tile) {
    return NO_TILE;
  }
  return seen_of(wanted);
}

// What was seen first, or as soon as the tile is not silent.
fn seen_soon(first: Seen, wanted: u32) -> Seen {
  var seen = first;
  for (var looks = 1u; looks < LOOKS; looks++) {
    if (!seen.is_silent) {
      break;
    }
    seen = seen_of(wanted);
  }
  return seen;
}

// Once more, as another workgroup may have summed it up meanwhile; who still sees nothing says so.
fn seen_at_last(seen: Seen, wanted: u32, thread: Thread) -> Seen {
  if (!seen.is_silent) {
    return seen;
  }
  let again = seen_of(wanted);
  if (again.is_silent) {
    atomicMax(&silent, (((wanted + 37u * thread.group) % 256u) << 24u) | (wanted + 1u));
  }
  return again;
}

fn known_sum(seen: Seen, wanted: u32, summed: u32, sum: Value) -> Seen {
  if (seen.is_silent && wanted == summed) {
    return Seen(false, sum);
  }
  return seen;
}

// What a thread sees of its tiles, a workgroup's width apart.
struct Sight {
  near: Seen,
  far: Seen,
}

// The first look at SEEN_AT_ONCE workgroups' widths from `first` on; nothing from `tile` on. Nothing is waited for.
fn glance(first: u32, tile: u32, thread: Thread) -> Sight {
  var far = NO_TILE;
  let near = seen_in(first + thread.index, tile);
  if (SEEN_AT_ONCE > 1u) {
    far = seen_in(first + thread.index + WORKGROUP, tile);
  }
  return Sight(near, far);
}

// What a thread's tiles from `first` on sum up to, of which it had the first look.
fn look(sight: Sight, first: u32, thread: Thread) -> Value {
  let wanted = first + thread.index;
  let farther = wanted + WORKGROUP;
  var near = seen_soon(sight.near, wanted);
  var far = seen_soon(sight.far, farther);
  loop {
    near = seen_at_last(near, wanted, thread);
    far = seen_at_last(far, farther, thread);
    let missing = workgroupUniformLoad(&silent) & NUMBER;
    if (missing == 0u) {
      break;
    }
    let sum = sum_for(missing - 1u, thread);
    near = known_sum(near, wanted, missing - 1u, sum);
    far = known_sum(far, farther, missing - 1u, sum);
  }
  return near.sum + far.sum;
}

// A lane's part of the sum of the tiles from `known` to the one before `tile`, by the first look at them. Parts, as who adds more to them
// adds across lanes once.
fn part_of_window(first_sight: Sight, known: u32, tile: u32, thread: Thread) -> Value {
  var sum = Value(0);
  // One look at least, even at no tile: its barrier stands between two windows.
  var sight = first_sight;
  var first = known;
  loop {
    sum += look(sight, first, thread);
    first += SEEN_AT_ONCE * WORKGROUP;
    if (first >= tile) {
      break;
    }
    sight = glance(first, tile, thread);
  }
  sum = subgroupAdd(sum);
  if (thread.lane == 0u) {
    window_sums[thread.subgroup] = sum;
  }
  workgroupBarrier();
  return part_of_subgroups(thread);
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

