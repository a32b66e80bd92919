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
// Items of a thread whose loads are in flight together: one exponential rescales the sum for all of them.
const AT_ONCE = min(4u, (ITEMS + WORKGROUP - 1u) / WORKGROUP);
const STEP = AT_ONCE * WORKGROUP;
const STEPS = (ITEMS + STEP - 1u) / STEP;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<Item>;
@group(0) @binding(1) var<storage, read_write> y: array<Item>;
// One word a column, 0 where it is masked out; never read without a mask.
@group(0) @binding(2) var<storage, read> keep: array<KeepItem>;

#import logits.wgsl
#import @kernel-ladder/kernel-kit/kernels/items.wgsl
#import pairs.wgsl

// Four items of a thread, a workgroup's width apart; what is behind the row or AT_ONCE counts nothing.
struct Items {
  a: Item,
  b: Item,
  c: Item,
  d: Item,
}

fn item_of(row: u32, item: u32, place: u32) -> Item {
  if (place >= AT_ONCE) {
    return Item(LOWEST);
  }
  let wanted = item + place * WORKGROUP;
  if (ITEMS % STEP == 0u) {
    return logits(row, wanted);
  }
  // Read in any case: no branch stands before the loads behind it.
  let value = logits(row, min(wanted, ITEMS - 1u));
  return select(Item(LOWEST), value, wanted < ITEMS);
}

fn items_of(row: u32, item: u32) -> Items {
  return Items(item_of(row, item, 0u), item_of(row, item, 1u), item_of(row, item, 2u), item_of(row, item, 3u));
}

fn weight(item: Item, top: f32, place: u32) -> f32 {
  if (place >= AT_ONCE) {
    return 0.0;
  }
  return total(exp(item - top));
}

fn write_item(row: u32, item: u32, place: u32, value: Item) {
  let wanted = item + place * WORKGROUP;
  if (place < AT_ONCE && (ITEMS % STEP == 0u || wanted < ITEMS)) {
    y[row * ITEMS + wanted] = value;
  }
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
  var own = NOTHING;
  for (var step = 0u; step < STEPS; step++) {
    let four = items_of(row, step * STEP + thread);
    let highest_of_four = max(max(highest(four.a), highest(four.b)), max(highest(four.c), highest(four.d)));
    let top = max(own.x, highest_of_four);
    let weights = vec4f(weight(four.a, top, 0u), weight(four.b, top, 1u), weight(four.c, top, 2u), weight(four.d, top, 3u));
    own = vec2f(top, own.y * exp(own.x - top) + ((weights.x + weights.y) + (weights.z + weights.w)));
  }
  let pair = fold_workgroup(own, subgroup, lane, vec2u(size, subgroups));
  // A row in which nothing counts is a row of zeros.
  let inverse = select(1.0 / pair.y, 0.0, pair.x == LOWEST);
  for (var step = 0u; step < STEPS; step++) {
    let item = step * STEP + thread;
    let four = items_of(row, item);
    write_item(row, item, 0u, exp(four.a - pair.x) * inverse);
    write_item(row, item, 1u, exp(four.b - pair.x) * inverse);
    write_item(row, item, 2u, exp(four.c - pair.x) * inverse);
    write_item(row, item, 3u, exp(four.d - pair.x) * inverse);
  }
}
