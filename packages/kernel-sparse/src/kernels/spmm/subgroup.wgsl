// Several vectors: one subgroup a row, their columns in its lanes. Entries are read side by side and handed round by shuffles, so that each is
// loaded once a row (row caching, Huang et al. 2020).
enable subgroups;
// Trips depend on a row's bounds: the same in all lanes, which the analysis cannot see.
diagnostic(off, subgroup_uniformity);

const ROWS = 16u;
const VECTORS = 8u;
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

fn take_row(row: u32, lane: u32, size: u32) {
  let begin = offsets[row];
  let end = offsets[row + 1u];
  for (var first = 0u; first < VECTORS; first += size) {
    // A lane without a vector repeats the last one's loads.
    let vector = min(first + lane, VECTORS - 1u);
    var sum = 0.0;
    for (var at = begin; at < end; at += size) {
      let own = min(at + lane, end - 1u);
      let col = cols[own];
      let val = vals[own];
      for (var other = 0u; other < min(size, end - at); other++) {
        sum += subgroupShuffle(val, other) * x[subgroupShuffle(col, other) * VECTORS + vector];
      }
    }
    if (first + lane < VECTORS) {
      y[row * VECTORS + vector] = sum;
    }
  }
}

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
    if (local < ROWS_PER_GROUP && first + local < ROWS) {
      take_row(first + local, lane, size);
    }
  }
}
