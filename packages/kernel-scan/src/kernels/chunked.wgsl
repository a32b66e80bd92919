// Two reads of which memory sees one: the vector is taken in chunks that a cache holds. A dispatch sums up the tiles of a chunk and scans
// those of the chunk before, whose elements the cache still has. What one dispatch needs of another is complete when it begins: nobody
// waits, and every sum is added in one order.
enable subgroups;

// Tiles of a chunk. A dispatch has two workgroups for each of them, one to sum up and one to scan, and as many more as it has
// predecessors, which do nothing: they tell which chunk it is about.
const CHUNK_TILES = 8u;

#import scanned-tiles.wgsl

// The sum of every tile, and of all elements before each chunk but the first.
@group(0) @binding(2) var<storage, read_write> sums: array<Value>;
@group(0) @binding(3) var<storage, read_write> carries: array<Value>;

// Of the tiles before one in its chunk, by subgroups of those who read them.
var<workgroup> earlier_sums: array<Value, MOST_SUBGROUPS>;
const CHUNK_STEPS = (CHUNK_TILES + WORKGROUP - 1u) / WORKGROUP;

struct Thread {
  index: u32,
  subgroup: u32,
  lane: u32,
  size: u32,
}

fn sum_up(tile: u32, thread: Thread) {
  let first = tile * TILE_QUADS + thread.index;
  let a = load_quad(first);
  let b = load_quad(first + WORKGROUP);
  let c = load_quad(first + 2u * WORKGROUP);
  let d = load_quad(first + 3u * WORKGROUP);
  let quad = (a + b) + (c + d);
  let own = subgroupAdd((quad.x + quad.y) + (quad.z + quad.w));
  if (thread.lane == 0u) {
    subgroup_sums[thread.subgroup] = own;
  }
  workgroupBarrier();
  let total = sum_before(WORKGROUP / thread.size, thread.lane, thread.size);
  if (thread.index == 0u) {
    sums[tile] = total;
  }
}

// The sum of what all subgroups left in `earlier_sums`.
fn sum_of_earlier(thread: Thread) -> Value {
  var sum = Value(0);
  for (var step = 0u; step < FOLD_STEPS; step++) {
    let other = step * thread.size + thread.lane;
    if (other < WORKGROUP / thread.size) {
      sum += earlier_sums[other];
    }
  }
  return subgroupAdd(sum);
}

fn scan_tile(chunk: u32, tile: u32, thread: Thread) {
  let first = tile * TILE_QUADS + thread.subgroup * thread.size * 4u + thread.lane;
  let quad_a = load_quad(first);
  let quad_b = load_quad(first + thread.size);
  let quad_c = load_quad(first + 2u * thread.size);
  let quad_d = load_quad(first + 3u * thread.size);
  var earlier = Value(0);
  for (var step = 0u; step < CHUNK_STEPS; step++) {
    let other = chunk * CHUNK_TILES + step * WORKGROUP + thread.index;
    if (other < tile) {
      earlier += sums[other];
    }
  }
  earlier = subgroupAdd(earlier);
  let a = scan_quad(quad_a);
  let b = scan_quad(quad_b);
  let c = scan_quad(quad_c);
  let d = scan_quad(quad_d);
  // Four rows at once: four independent ladders hide each other's latency.
  let rows = subgroupInclusiveAdd(vec4<Value>(a.w, b.w, c.w, d.w));
  let row_sums = scan_quad(subgroupShuffle(rows, thread.size - 1u));
  let left = select(vec4<Value>(), subgroupShuffleUp(rows, 1u), thread.lane > 0u);
  if (thread.lane == 0u) {
    subgroup_sums[thread.subgroup] = row_sums.w;
    earlier_sums[thread.subgroup] = earlier;
  }
  workgroupBarrier();
  var outside = sum_of_earlier(thread);
  if (chunk > 0u) {
    outside += carries[chunk];
  }
  let before = outside + sum_before(thread.subgroup, thread.lane, thread.size);
  store_quad(first, before + left.x, a);
  store_quad(first + thread.size, before + row_sums.x + left.y, b);
  store_quad(first + 2u * thread.size, before + row_sums.y + left.z, c);
  store_quad(first + 3u * thread.size, before + row_sums.z + left.w, d);
  // The last thread of a chunk's last tile knows all of it.
  if (tile == (chunk + 1u) * CHUNK_TILES - 1u && thread.index == WORKGROUP - 1u) {
    carries[chunk + 1u] = outside + sums[tile];
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) index: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let thread = Thread(index, subgroup, lane, size);
  let place = group.x / 2u;
  if (place >= CHUNK_TILES) {
    return;
  }
  let chunk = groups.x - 2u * CHUNK_TILES;
  if (group.x % 2u == 0u) {
    let tile = chunk * CHUNK_TILES + place;
    if (tile < TILES) {
      sum_up(tile, thread);
    }
  } else if (chunk > 0u) {
    let tile = (chunk - 1u) * CHUNK_TILES + place;
    if (tile < TILES) {
      scan_tile(chunk - 1u, tile, thread);
    }
  }
}
