// Gives rows to subgroups, BATCH at once, whatever the subgroup size. The kernel declares ROWS, WORKGROUP, SUBGROUP_MIN,
// SUBGROUP_MAX, BATCH and GRID_X, and says in normalise(first row, lane, size) what a subgroup does with its batch.
// As many batches as the workgroup has subgroups of the least size; larger subgroups take several.
const GROUP_BATCHES = WORKGROUP / SUBGROUP_MIN;
const BATCH_STEPS = SUBGROUP_MAX / SUBGROUP_MIN;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
  @builtin(num_subgroups) subgroups: u32,
) {
  let first = (group.y * GRID_X + group.x) * GROUP_BATCHES;
  for (var step = 0u; step < BATCH_STEPS; step++) {
    let local = step * subgroups + subgroup;
    normalise(select(ROWS, (first + local) * BATCH, local < GROUP_BATCHES), lane, size);
  }
}
