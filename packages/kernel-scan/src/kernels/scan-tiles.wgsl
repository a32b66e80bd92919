// Second read of reduce-then-scan: scans every tile of 16 elements a thread in registers and adds what stands before the
// tile. A subgroup takes four rows of quads, so that its loads and stores are contiguous.
enable subgroups;

const N = 16384u;
const EXCLUSIVE = false;
alias Value = f32;
const WORKGROUP = 256u;
const SUBGROUP_MIN = 4u;
const MOST_SUBGROUPS = WORKGROUP / SUBGROUP_MIN;
const FOLD_STEPS = (MOST_SUBGROUPS + SUBGROUP_MIN - 1u) / SUBGROUP_MIN;
const TILE_QUADS = 4u * WORKGROUP;
const TILES = (N + 4u * TILE_QUADS - 1u) / (4u * TILE_QUADS);
const GRID_X = 4u;

@group(0) @binding(0) var<storage, read> values: array<vec4<Value>>;
@group(0) @binding(1) var<storage, read_write> result: array<vec4<Value>>;
// What stands before each tile; not read where there is one.
@group(0) @binding(2) var<storage, read> offsets: array<Value>;

var<workgroup> subgroup_sums: array<Value, MOST_SUBGROUPS>;

fn load_quad(index: u32) -> vec4<Value> {
  // Known when compiled for a vector of whole tiles: nothing is masked then.
  if (N % (4u * TILE_QUADS) == 0u) {
    return values[index];
  }
  let quad = values[min(index, (N - 1u) / 4u)];
  return select(vec4<Value>(), quad, vec4u(4u * index) + vec4u(0u, 1u, 2u, 3u) < vec4u(N));
}

fn store_quad(index: u32, before: Value, sums: vec4<Value>) {
  let quad = select(before + sums, vec4<Value>(before, before + sums.xyz), EXCLUSIVE);
  if (N % (4u * TILE_QUADS) == 0u || index < N / 4u) {
    result[index] = quad;
  } else if (index == N / 4u) {
    // Behind the last element is not ours.
    for (var part = 0u; part < N % 4u; part++) {
      result[index][part] = quad[part];
    }
  }
}

// Sums within a quad, left to right.
fn scan_quad(quad: vec4<Value>) -> vec4<Value> {
  let two = quad.x + quad.y;
  let three = two + quad.z;
  return vec4<Value>(quad.x, two, three, three + quad.w);
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let tile = group.y * GRID_X + group.x;
  if (tile >= TILES) {
    return;
  }
  let first = tile * TILE_QUADS + subgroup * size * 4u + lane;
  let a = scan_quad(load_quad(first));
  let b = scan_quad(load_quad(first + size));
  let c = scan_quad(load_quad(first + 2u * size));
  let d = scan_quad(load_quad(first + 3u * size));
  // Four rows at once: four independent ladders hide each other's latency.
  let rows = subgroupInclusiveAdd(vec4<Value>(a.w, b.w, c.w, d.w));
  let row_sums = scan_quad(subgroupShuffle(rows, size - 1u));
  let left = select(vec4<Value>(), subgroupShuffleUp(rows, 1u), lane > 0u);
  if (lane == 0u) {
    subgroup_sums[subgroup] = row_sums.w;
  }
  workgroupBarrier();
  // Every subgroup adds up the sums of those before it: a second barrier would cost more.
  var before = Value(0);
  for (var step = 0u; step < FOLD_STEPS; step++) {
    let other = step * size + lane;
    if (other < subgroup) {
      before += subgroup_sums[other];
    }
  }
  before = subgroupAdd(before);
  if (TILES > 1u) {
    before += offsets[tile];
  }
  store_quad(first, before + left.x, a);
  store_quad(first + size, before + row_sums.x + left.y, b);
  store_quad(first + 2u * size, before + row_sums.y + left.z, c);
  store_quad(first + 3u * size, before + row_sums.z + left.w, d);
}
