// Short rows: a subgroup holds a whole row in registers, so that it is read once and nobody waits at a barrier. Several
// rows a workgroup, whatever the subgroup size. Two passes over registers, the second also correcting the mean.
enable subgroups;

const ROWS = 33u;
// Four columns an item where their number is a multiple of 4, else one.
const WIDTH = 1u;
const ITEMS = 257u;
alias Item = f32;
// Layer normalisation; false for RMS norm, which neither centres nor shifts.
const CENTRED = true;
const EPSILON = 1e-5;
const WORKGROUP = 256u;
const SUBGROUP_MIN = 4u;
const SUBGROUP_MAX = 4u;
// Rows that a subgroup loads before it works on any: one short row keeps too few loads in flight.
const BATCH = 1u;
// Items that a lane holds of a row.
const HELD = (ITEMS + SUBGROUP_MIN - 1u) / SUBGROUP_MIN;
const COLUMNS = f32(ITEMS * WIDTH);
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<Item>;
@group(0) @binding(1) var<storage, read_write> y: array<Item>;
@group(0) @binding(2) var<storage, read> gamma: array<Item>;
// Never read by RMS norm.
@group(0) @binding(3) var<storage, read> beta: array<Item>;

#import @kernel-ladder/kernel-kit/kernels/items.wgsl
#import @kernel-ladder/kernel-kit/kernels/rows-in-subgroups.wgsl

fn shift(item: u32) -> Item {
  if (CENTRED) {
    return beta[item];
  }
  return Item();
}

// All lanes of a subgroup come here together; those behind the last row or column hold zeros.
fn normalise(first: u32, lane: u32, size: u32) {
  var held: array<Item, BATCH * HELD>;
  for (var b = 0u; b < BATCH; b++) {
    for (var k = 0u; k < HELD; k++) {
      let item = k * size + lane;
      held[b * HELD + k] = Item();
      if (item < ITEMS && first + b < ROWS) {
        held[b * HELD + k] = x[(first + b) * ITEMS + item];
      }
    }
  }
  for (var b = 0u; b < BATCH; b++) {
    var mean = 0.0;
    if (CENTRED) {
      var own_sum = 0.0;
      for (var k = 0u; k < HELD; k++) {
        own_sum += total(held[b * HELD + k]);
      }
      mean = subgroupAdd(own_sum) / COLUMNS;
    }
    var own = vec2f(0.0);
    for (var k = 0u; k < HELD; k++) {
      let deviation = select(Item(), held[b * HELD + k] - mean, k * size + lane < ITEMS);
      held[b * HELD + k] = deviation;
      own += vec2f(total(deviation), total(deviation * deviation));
    }
    // What the rounded mean is off by (Chan, Golub & LeVeque, 1983).
    let moments = subgroupAdd(own) / COLUMNS;
    let rest = select(0.0, moments.x, CENTRED);
    let inverse = inverseSqrt(max(moments.y - rest * rest, 0.0) + EPSILON);
    for (var k = 0u; k < HELD; k++) {
      let item = k * size + lane;
      if (item < ITEMS && first + b < ROWS) {
        y[(first + b) * ITEMS + item] = (held[b * HELD + k] - rest) * inverse * gamma[item] + shift(item);
      }
    }
  }
}
