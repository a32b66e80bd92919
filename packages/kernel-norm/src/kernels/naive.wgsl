// Two sweeps: the sum and the sum of squares together, then the result with the variance as E[x²] − E[x]², which is
// nothing but rounding once the mean is large against the deviation. One workgroup a row, trees in workgroup memory.
const ROWS = 33u;
const COLUMNS = 257u;
// Layer normalisation; false for RMS norm, which neither centres nor shifts.
const CENTRED = true;
const EPSILON = 1e-5;
alias Summed = vec2f;
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
  var own = vec2f(0.0);
  for (var step = 0u; step < STEPS; step++) {
    let column = step * WORKGROUP + thread;
    if (column < COLUMNS) {
      let value = x[row * COLUMNS + column];
      own += vec2f(value, value * value);
    }
  }
  let means = fold_sum(own, thread) / f32(COLUMNS);
  let mean = select(0.0, means.x, CENTRED);
  let variance = max(means.y - mean * mean, 0.0);
  let inverse = inverseSqrt(variance + EPSILON);
  for (var step = 0u; step < STEPS; step++) {
    let column = step * WORKGROUP + thread;
    if (column < COLUMNS) {
      y[row * COLUMNS + column] = (x[row * COLUMNS + column] - mean) * inverse * gamma[column] + shift(column);
    }
  }
}
