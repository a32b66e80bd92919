// Two sweeps: the first keeps a running maximum and the sum of exponentials relative to it, rescaled whenever the
// maximum grows (Milakov & Gimelshein, 2018), and merges such pairs across subgroup and workgroup.
enable subgroups;

const ROWS = 33u;
// Four columns an item where their number is a multiple of 4, else one.
const WIDTH = 1u;
const ITEMS = 257u;
alias Item = f32;
alias KeepItem = u32;
const MASKED = false;
const SCALE = 1.0;
const WORKGROUP = 256u;
const SUBGROUP_MIN = 4u;
const STEPS = (ITEMS + WORKGROUP - 1u) / WORKGROUP;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<Item>;
@group(0) @binding(1) var<storage, read_write> y: array<Item>;
// One word a column, 0 where it is masked out; never read without a mask.
@group(0) @binding(2) var<storage, read> keep: array<KeepItem>;

#import logits.wgsl
#import @kernel-ladder/kernel-kit/kernels/items.wgsl
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
  let row = group.y * GRID_X + group.x;
  if (row >= ROWS) {
    return;
  }
  var own = NOTHING;
  for (var step = 0u; step < STEPS; step++) {
    let item = step * WORKGROUP + thread;
    if (item < ITEMS) {
      let value = logits(row, item);
      let top = max(own.x, highest(value));
      own = vec2f(top, own.y * exp(own.x - top) + total(exp(value - top)));
    }
  }
  let pair = fold_workgroup(own, subgroup, lane, vec2u(size, subgroups));
  // A row in which nothing counts is a row of zeros.
  let inverse = select(1.0 / pair.y, 0.0, pair.x == LOWEST);
  for (var step = 0u; step < STEPS; step++) {
    let item = step * WORKGROUP + thread;
    if (item < ITEMS) {
      y[row * ITEMS + item] = exp(logits(row, item) - pair.x) * inverse;
    }
  }
}
