// Three sweeps: the mean, the squares of the deviations from it, the result. RMS norm needs no mean, and two sweeps.
const ROWS = 33u;
const COLUMNS = 257u;
// Layer normalisation; false for RMS norm, which neither centres nor shifts.
const CENTRED = true;
const EPSILON = 1e-5;
alias Summed = f32;
const WORKGROUP = 256u;
const LEVELS = 8u;
const STEPS = (COLUMNS + WORKGROUP - 1u) / WORKGROUP;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> gamma: array<f32>;
// Never read by RMS norm.
@group(0) @binding(3) var<storage, read> beta: array<f32>;

#import @kernel-ladder/kernel-kit/kernels/sum-tree.wgsl

fn shift(column: u32) -> f32 {
  if (CENTRED) {
    return beta[column];
  }
  return 0.0;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let row = group.y * GRID_X + group.x;
  if (row >= ROWS) {
    return;
  }
  var mean = 0.0;
  if (CENTRED) {
    var own_sum = 0.0;
    for (var step = 0u; step < STEPS; step++) {
      let column = step * WORKGROUP + thread;
      if (column < COLUMNS) {
        own_sum += x[row * COLUMNS + column];
      }
    }
    mean = fold_sum(own_sum, thread) / f32(COLUMNS);
  }
  var own_squares = 0.0;
  for (var step = 0u; step < STEPS; step++) {
    let column = step * WORKGROUP + thread;
    if (column < COLUMNS) {
      let deviation = x[row * COLUMNS + column] - mean;
      own_squares += deviation * deviation;
    }
  }
  let variance = fold_sum(own_squares, thread) / f32(COLUMNS);
  let inverse = inverseSqrt(variance + EPSILON);
  for (var step = 0u; step < STEPS; step++) {
    let column = step * WORKGROUP + thread;
    if (column < COLUMNS) {
      y[row * COLUMNS + column] = (x[row * COLUMNS + column] - mean) * inverse * gamma[column] + shift(column);
    }
  }
}
