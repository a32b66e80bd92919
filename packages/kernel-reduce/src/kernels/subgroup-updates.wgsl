// Both kernels with an atomic a subgroup but for the update: its lanes fold what they hold, and one of them adds it to the result. The
// kernel declares `result` and add_to_result.
enable subgroups;

const N = 1024u;
const OP = 0u; // 0 sum, 1 minimum, 2 maximum
const IDENTITY = 0;
alias Input = i32;
alias Value = i32;
const WORKGROUP = 256u;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read> values: array<Input>;

#import fold-subgroup.wgsl

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_invocation_id) lane: u32,
) {
  let index = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  var own = Value(IDENTITY);
  if (index < N) {
    own = Value(values[index]);
  }
  let value = fold_subgroup(own);
  if (lane == 0u) {
    add_to_result(value);
  }
}
