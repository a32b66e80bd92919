// Short rows: a subgroup holds a whole row in registers, so that it is read once and nobody waits at a barrier. Several
// rows a workgroup, whatever the subgroup size.
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
const SUBGROUP_MAX = 4u;
// Rows that a subgroup loads before it works on any: one short row keeps too few loads in flight.
const BATCH = 1u;
// Items that a lane holds of a row.
const HELD = (ITEMS + SUBGROUP_MIN - 1u) / SUBGROUP_MIN;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<Item>;
@group(0) @binding(1) var<storage, read_write> y: array<Item>;
// One word a column, 0 where it is masked out; never read without a mask.
@group(0) @binding(2) var<storage, read> keep: array<KeepItem>;

#import logits.wgsl
#import @kernel-ladder/kernel-kit/kernels/items.wgsl
#import @kernel-ladder/kernel-kit/kernels/rows-in-subgroups.wgsl

// All lanes of a subgroup come here together; those behind the last row or column hold what changes nothing.
fn normalise(first: u32, lane: u32, size: u32) {
  var held: array<Item, BATCH * HELD>;
  for (var b = 0u; b < BATCH; b++) {
    for (var k = 0u; k < HELD; k++) {
      let item = k * size + lane;
      held[b * HELD + k] = Item(LOWEST);
      if (item < ITEMS && first + b < ROWS) {
        held[b * HELD + k] = logits(first + b, item);
      }
    }
  }
  for (var b = 0u; b < BATCH; b++) {
    var own_top = LOWEST;
    for (var k = 0u; k < HELD; k++) {
      own_top = max(own_top, highest(held[b * HELD + k]));
    }
    let top = subgroupMax(own_top);
    var own_sum = 0.0;
    for (var k = 0u; k < HELD; k++) {
      held[b * HELD + k] = exp(held[b * HELD + k] - top);
      own_sum += total(held[b * HELD + k]);
    }
    let sum = subgroupAdd(own_sum);
    // A row in which nothing counts is a row of zeros.
    let inverse = select(1.0 / sum, 0.0, top == LOWEST);
    for (var k = 0u; k < HELD; k++) {
      let item = k * size + lane;
      if (item < ITEMS && first + b < ROWS) {
        y[(first + b) * ITEMS + item] = held[b * HELD + k] * inverse;
      }
    }
  }
}
