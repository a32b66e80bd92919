// Tiles of QUADS vec4s a thread, and the sums of a tile's subgroups.
const N = 16384u;
alias Value = f32;
const WORKGROUP = 256u;
const SUBGROUP_MIN = 4u;
const MOST_SUBGROUPS = WORKGROUP / SUBGROUP_MIN;
const FOLD_STEPS = (MOST_SUBGROUPS + SUBGROUP_MIN - 1u) / SUBGROUP_MIN;
const QUADS = 4u;
const TILE_QUADS = QUADS * WORKGROUP;
const TILES = (N + 4u * TILE_QUADS - 1u) / (4u * TILE_QUADS);

@group(0) @binding(0) var<storage, read> values: array<vec4<Value>>;

var<workgroup> subgroup_sums: array<Value, MOST_SUBGROUPS>;

fn load_quad(index: u32) -> vec4<Value> {
  // Known when compiled for a vector of whole tiles: nothing is masked then.
  if (N % (4u * TILE_QUADS) == 0u) {
    return values[index];
  }
  let quad = values[min(index, (N - 1u) / 4u)];
  return select(vec4<Value>(), quad, vec4u(4u * index) + vec4u(0u, 1u, 2u, 3u) < vec4u(N));
}

// The sum of the subgroups before `subgroup`, in all lanes.
fn sum_before(subgroup: u32, lane: u32, size: u32) -> Value {
  var sum = Value(0);
  for (var step = 0u; step < FOLD_STEPS; step++) {
    let other = step * size + lane;
    if (other < subgroup) {
      sum += subgroup_sums[other];
    }
  }
  return subgroupAdd(sum);
}
