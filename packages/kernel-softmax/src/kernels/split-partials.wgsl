// Very long rows, first half: a row is cut into parts, and each workgroup publishes its part's maximum and sum.
enable subgroups;

const ROWS = 1u;
// Four columns an item where their number is a multiple of 4, else one.
const WIDTH = 4u;
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
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<Item>;
// Maximum and sum of each part, row by row.
@group(0) @binding(1) var<storage, read_write> partials: array<vec2f>;
// One word a column, 0 where it is masked out; never read without a mask.
@group(0) @binding(2) var<storage, read> keep: array<KeepItem>;

#import logits.wgsl
#import @kernel-ladder/kernel-kit/kernels/items.wgsl
#import pairs.wgsl

fn logits_or_lowest(row: u32, item: u32) -> Item {
  if (item >= ITEMS) {
    return Item(LOWEST);
  }
  return logits(row, item);
}

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
  for (var trip = 0u; trip < TRIPS; trip++) {
    let item = first + trip * 4u * WORKGROUP;
    let a = logits_or_lowest(row, item);
    let b = logits_or_lowest(row, item + WORKGROUP);
    let c = logits_or_lowest(row, item + 2u * WORKGROUP);
    let d = logits_or_lowest(row, item + 3u * WORKGROUP);
    let top = max(own.x, highest(max(max(a, b), max(c, d))));
    let sum = total((exp(a - top) + exp(b - top)) + (exp(c - top) + exp(d - top)));
    own = vec2f(top, own.y * exp(own.x - top) + sum);
  }
  let pair = fold_workgroup(own, subgroup, lane, vec2u(size, subgroups));
  if (thread == 0u) {
    partials[part] = pair;
  }
}
