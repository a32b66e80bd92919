// Three sweeps over the row: the maximum, the sum of exponentials, the result. One workgroup a row folds in a tree in
// workgroup memory.
const ROWS = 33u;
const COLUMNS = 257u;
const MASKED = false;
const SCALE = 1.0;
// Stands for masked out: finite even after exp has multiplied it by log2(e).
const LOWEST = -0x1p+127f;
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

fn logit(row: u32, column: u32) -> f32 {
  let value = SCALE * x[row * COLUMNS + column];
  if (MASKED) {
    return select(LOWEST, value, keep[column] != 0u);
  }
  return value;
}

fn fold_max(value: f32, thread: u32) -> f32 {
  tile[thread] = value;
  for (var level = 0u; level < LEVELS; level++) {
    // All of one level is written before any of the next is read.
    workgroupBarrier();
    let stride = (WORKGROUP / 2u) >> level;
    if (thread < stride) {
      tile[thread] = max(tile[thread], tile[thread + stride]);
    }
  }
  return workgroupUniformLoad(&tile[0]);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let row = group.y * GRID_X + group.x;
  if (row >= ROWS) {
    return;
  }
  var own_top = LOWEST;
  for (var step = 0u; step < STEPS; step++) {
    let column = step * WORKGROUP + thread;
    if (column < COLUMNS) {
      own_top = max(own_top, logit(row, column));
    }
  }
  let top = fold_max(own_top, thread);
  var own_sum = 0.0;
  for (var step = 0u; step < STEPS; step++) {
    let column = step * WORKGROUP + thread;
    if (column < COLUMNS) {
      own_sum += exp(logit(row, column) - top);
    }
  }
  let sum = fold_sum(own_sum, thread);
  // A row in which nothing counts is a row of zeros.
  let inverse = select(1.0 / sum, 0.0, top == LOWEST);
  for (var step = 0u; step < STEPS; step++) {
    let column = step * WORKGROUP + thread;
    if (column < COLUMNS) {
      y[row * COLUMNS + column] = exp(logit(row, column) - top) * inverse;
    }
  }
}
