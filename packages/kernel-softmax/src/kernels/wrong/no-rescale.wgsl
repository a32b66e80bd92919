// WRONG: a sum is kept as it is when the maximum grows.
enable subgroups;

const ROWS = 33u;
// Four columns an item where their number is a multiple of 4, else one.
const WIDTH = 1u;
const ITEMS = 257u;
alias Item = f32;
alias KeepItem = u32;
const MASKED = false;
const SCALE = 1.0;
// Stands for masked out: finite even after exp has multiplied it by log2(e).
const LOWEST = -0x1p+127f;
const WORKGROUP = 256u;
const SUBGROUP_MIN = 4u;
const MOST_SUBGROUPS = WORKGROUP / SUBGROUP_MIN;
// Pairs that a lane of the second stage takes.
const FOLD_STEPS = (MOST_SUBGROUPS + SUBGROUP_MIN - 1u) / SUBGROUP_MIN;
const STEPS = (ITEMS + WORKGROUP - 1u) / WORKGROUP;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<Item>;
@group(0) @binding(1) var<storage, read_write> y: array<Item>;
// One word a column, 0 where it is masked out; never read without a mask.
@group(0) @binding(2) var<storage, read> keep: array<KeepItem>;

// Maximum and sum of each subgroup.
var<workgroup> pairs: array<vec2f, MOST_SUBGROUPS>;

fn logits(row: u32, item: u32) -> Item {
  let value = SCALE * x[row * ITEMS + item];
  if (MASKED) {
    return select(Item(LOWEST), value, keep[item] != KeepItem(0u));
  }
  return value;
}

fn highest(item: Item) -> f32 {
  let quad = vec4f(item);
  return max(max(quad.x, quad.y), max(quad.z, quad.w));
}

// A single column fills all four lanes, and counts as a quarter in each.
fn total(item: Item) -> f32 {
  let quad = vec4f(item);
  return ((quad.x + quad.y) + (quad.z + quad.w)) * (f32(WIDTH) / 4.0);
}

fn merge(a: vec2f, b: vec2f) -> vec2f {
  let top = max(a.x, b.x);
  return vec2f(top, a.y * exp(a.x - top) + b.y * exp(b.x - top));
}

fn fold_subgroup(own: vec2f) -> vec2f {
  let top = subgroupMax(own.x);
  return vec2f(top, subgroupAdd(own.y * exp(own.x - top)));
}

// Every subgroup folds all pairs for itself: one barrier, and nothing to hand back.
fn fold_workgroup(own: vec2f, subgroup: u32, lane: u32, lanes: vec2u) -> vec2f {
  let folded = fold_subgroup(own);
  if (lane == 0u) {
    pairs[subgroup % MOST_SUBGROUPS] = folded;
  }
  workgroupBarrier();
  var merged = vec2f(LOWEST, 0.0);
  for (var step = 0u; step < FOLD_STEPS; step++) {
    let other = step * lanes.x + lane;
    if (other < lanes.y) {
      merged = merge(merged, pairs[other % MOST_SUBGROUPS]);
    }
  }
  return fold_subgroup(merged);
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
  let row = group.y * GRID_X + group.x;
  if (row >= ROWS) {
    return;
  }
  var own = vec2f(LOWEST, 0.0);
  for (var step = 0u; step < STEPS; step++) {
    let item = step * WORKGROUP + thread;
    if (item < ITEMS) {
      let value = logits(row, item);
      let top = max(own.x, highest(value));
      own = vec2f(top, own.y + total(exp(value - top)));
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
