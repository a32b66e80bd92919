// First read of reduce-then-scan: the sum of every tile of 16 elements a thread, by 16-byte loads, four in flight.
enable subgroups;

const N = 16384u;
alias Value = f32;
const WORKGROUP = 256u;
const SUBGROUP_MIN = 4u;
const MOST_SUBGROUPS = WORKGROUP / SUBGROUP_MIN;
const FOLD_STEPS = (MOST_SUBGROUPS + SUBGROUP_MIN - 1u) / SUBGROUP_MIN;
const TILE_QUADS = 4u * WORKGROUP;
const TILES = (N + 4u * TILE_QUADS - 1u) / (4u * TILE_QUADS);
const GRID_X = 4u;

@group(0) @binding(0) var<storage, read> values: array<vec4<Value>>;
@group(0) @binding(1) var<storage, read_write> sums: array<Value>;

var<workgroup> subgroup_sums: array<Value, MOST_SUBGROUPS>;

fn load_quad(index: u32) -> vec4<Value> {
  // Known when compiled for a vector of whole tiles: nothing is masked then.
  if (N % (4u * TILE_QUADS) == 0u) {
    return values[index];
  }
  let quad = values[min(index, (N - 1u) / 4u)];
  return select(vec4<Value>(), quad, vec4u(4u * index) + vec4u(0u, 1u, 2u, 3u) < vec4u(N));
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let tile = group.y * GRID_X + group.x;
  if (tile >= TILES) {
    return;
  }
  let first = tile * TILE_QUADS + thread;
  let a = load_quad(first);
  let b = load_quad(first + WORKGROUP);
  let c = load_quad(first + 2u * WORKGROUP);
  let d = load_quad(first + 3u * WORKGROUP);
  let quad = (a + b) + (c + d);
  let own = subgroupAdd((quad.x + quad.y) + (quad.z + quad.w));
  if (lane == 0u) {
    subgroup_sums[subgroup] = own;
  }
  workgroupBarrier();
  if (subgroup == 0u) {
    var total = Value(0);
    for (var step = 0u; step < FOLD_STEPS; step++) {
      let other = step * size + lane;
      if (other < WORKGROUP / size) {
        total += subgroup_sums[other];
      }
    }
    total = subgroupAdd(total);
    if (lane == 0u) {
      sums[tile] = total;
    }
  }
}
