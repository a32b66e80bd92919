// A tile of ILP vec4s a thread, whose loads do not wait for each other, folded by the built-in sum of the subgroups: what is in flight is the
// product of threads and loads, and workgroups of WORKGROUP threads and ILP loads are two ways to it.
enable subgroups;

const N = 1024u;
const ILP = 4u;
const WORKGROUP = 256u;
const SUBGROUP_MIN = 4u;
// Values that a lane of the second stage takes: one for each subgroup, rounded up to whole subgroups.
const FOLD_STEPS = (WORKGROUP / SUBGROUP_MIN + SUBGROUP_MIN - 1u) / SUBGROUP_MIN;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read> values: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> partials: array<f32>;

var<workgroup> subgroup_values: array<f32, WORKGROUP / SUBGROUP_MIN>;

fn load_quad(index: u32) -> vec4f {
  if (index < N / 4u) {
    return values[index];
  }
  if (N % 4u > 0u && index == N / 4u) {
    return select(vec4f(), values[index], vec4u(0u, 1u, 2u, 3u) < vec4u(N % 4u));
  }
  return vec4f();
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
  var quads: array<vec4f, ILP>;
  for (var step = 0u; step < ILP; step++) {
    quads[step] = load_quad((tile * ILP + step) * WORKGROUP + thread);
  }
  var sum = vec4f();
  for (var step = 0u; step < ILP; step++) {
    sum += quads[step];
  }
  let own = subgroupAdd(sum.x + sum.y + sum.z + sum.w);
  if (lane == 0u) {
    subgroup_values[subgroup] = own;
  }
  workgroupBarrier();
  if (subgroup == 0u) {
    var rest = 0.0;
    for (var step = 0u; step < FOLD_STEPS; step++) {
      let other = step * size + lane;
      if (other < WORKGROUP / size) {
        rest += subgroup_values[other];
      }
    }
    let total = subgroupAdd(rest);
    // The grid may have workgroups behind the last tile.
    if (lane == 0u && tile * ILP * WORKGROUP * 4u < max(N, 1u)) {
      partials[tile] = total;
    }
  }
}
