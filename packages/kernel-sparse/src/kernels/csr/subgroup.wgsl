// One subgroup a row: its lanes read entries side by side, a row that is shorter leaves lanes idle.
enable subgroups;

const ROWS = 16u;
const WORKGROUP = 256u;
const SUBGROUP_MIN = 4u;
const SUBGROUP_MAX = 128u;
const GRID_X = 1u;
// As many rows a workgroup as it has subgroups where these are smallest; larger ones take turns.
const ROWS_PER_GROUP = WORKGROUP / SUBGROUP_MIN;
const TURNS = SUBGROUP_MAX / SUBGROUP_MIN;

@group(0) @binding(0) var<storage, read> offsets: array<u32>;
@group(0) @binding(1) var<storage, read> cols: array<u32>;
@group(0) @binding(2) var<storage, read> vals: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let first = (group.y * GRID_X + group.x) * ROWS_PER_GROUP;
  for (var turn = 0u; turn < TURNS; turn++) {
    let local = turn * (WORKGROUP / size) + subgroup;
    let row = first + local;
    let is_own = local < ROWS_PER_GROUP && row < ROWS;
    var sum = 0.0;
    if (is_own) {
      let end = offsets[row + 1u];
      for (var at = offsets[row] + lane; at < end; at += size) {
        sum += vals[at] * x[cols[at]];
      }
    }
    let total = subgroupAdd(sum);
    if (is_own && lane == 0u) {
      y[row] = total;
    }
  }
}
