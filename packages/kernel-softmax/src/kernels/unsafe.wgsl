// UNSAFE, as the formula is written: exp of the logits themselves, which overflows above 88 and vanishes below −87.
// Two sweeps over the row, one workgroup a row.
const ROWS = 33u;
const COLUMNS = 257u;
const MASKED = false;
const SCALE = 1.0;
alias Summed = f32;
const WORKGROUP = 256u;
const LEVELS = 8u;
const STEPS = (COLUMNS + WORKGROUP - 1u) / WORKGROUP;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
// One word a column, 0 where it is masked out; never read without a mask.
@group(0) @binding(2) var<storage, read> keep: array<u32>;

#import @kernel-ladder/kernel-kit/kernels/sum-tree.wgsl

fn weight(row: u32, column: u32) -> f32 {
  let value = exp(SCALE * x[row * COLUMNS + column]);
  if (MASKED) {
    return select(0.0, value, keep[column] != 0u);
  }
  return value;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let row = group.y * GRID_X + group.x;
  if (row >= ROWS) {
    return;
  }
  var own_sum = 0.0;
  for (var step = 0u; step < STEPS; step++) {
    let column = step * WORKGROUP + thread;
    if (column < COLUMNS) {
      own_sum += weight(row, column);
    }
  }
  let sum = fold_sum(own_sum, thread);
  // A row in which nothing counts is a row of zeros.
  let inverse = select(1.0 / sum, 0.0, sum == 0.0);
  for (var step = 0u; step < STEPS; step++) {
    let column = step * WORKGROUP + thread;
    if (column < COLUMNS) {
      y[row * COLUMNS + column] = weight(row, column) * inverse;
    }
  }
}
