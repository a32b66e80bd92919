// Very long rows, second half: every workgroup merges the pairs of all parts of its row, then normalises its own part.
enable subgroups;

const ROWS = 1u;
const ITEMS = 2048u;
alias Item = vec4<f32>;
alias KeepItem = vec4<u32>;
const MASKED = false;
const SCALE = 1.0;
const WORKGROUP = 256u;
const SUBGROUP_MIN = 4u;
const PARTS = 2u;
// Items that a thread takes of its part, four in flight at a time.
const TRIPS = 1u;
const PART_ITEMS = TRIPS * 4u * WORKGROUP;
// Pairs that a thread merges.
const PAIR_STEPS = (PARTS + WORKGROUP - 1u) / WORKGROUP;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<Item>;
// Maximum and sum of each part, row by row.
@group(0) @binding(1) var<storage, read> partials: array<vec2f>;
// One word a column, 0 where it is masked out; never read without a mask.
@group(0) @binding(2) var<storage, read> keep: array<KeepItem>;
@group(0) @binding(3) var<storage, read_write> y: array<Item>;

#import logits.wgsl
#import pairs.wgsl

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
  @builtin(num_subgroups) subgroups: u32,
) {
  let part = group.y * GRID_X + group.x;
  if (part >= ROWS * PARTS) {
    return;
  }
  let row = part / PARTS;
  let first = (part % PARTS) * PART_ITEMS + thread;
  var own = NOTHING;
  for (var step = 0u; step < PAIR_STEPS; step++) {
    let other = step * WORKGROUP + thread;
    if (other < PARTS) {
      own = merge(own, partials[row * PARTS + other]);
    }
  }
  let pair = fold_workgroup(own, subgroup, lane, vec2u(size, subgroups));
  // A row in which nothing counts is a row of zeros.
  let inverse = select(1.0 / pair.y, 0.0, pair.x == LOWEST);
  for (var step = 0u; step < TRIPS * 4u; step++) {
    let item = first + step * WORKGROUP;
    if (item < ITEMS) {
      y[row * ITEMS + item] = exp(logits(row, item) - pair.x) * inverse;
    }
  }
}
