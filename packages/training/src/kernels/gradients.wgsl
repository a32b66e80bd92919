// The gradient of every rank's mean loss over its share of the batch, and that loss behind it: one thread an element.
const RANKS = 1u;
const BATCH = 8u; // samples of one rank
const SAMPLES = 64u;
const INPUTS = 4u;
const HIDDEN = 16u;
const OUTPUTS = 2u;
const STRIDE = 128u;
const BIAS = INPUTS * HIDDEN;
const OUT_WEIGHT = BIAS + HIDDEN;
const OUT_BIAS = OUT_WEIGHT + HIDDEN * OUTPUTS;
const LOSS = OUT_BIAS + OUTPUTS;

@group(0) @binding(0) var<storage, read> samples: array<f32>;
@group(0) @binding(1) var<storage, read> parameters: array<f32>;
@group(0) @binding(2) var<storage, read> cursor: array<u32>;
@group(0) @binding(3) var<storage, read> states: array<f32>;
// Laid out as the parameters are.
@group(0) @binding(4) var<storage, read_write> gradients: array<f32>;

// What the loss of a sample changes by with the sum that goes into a hidden unit.
fn hidden_delta(model: u32, state: u32, unit: u32) -> f32 {
  var delta = 0.0;
  for (var output = 0u; output < OUTPUTS; output++) {
    delta += states[state + HIDDEN + output] * parameters[model + OUT_WEIGHT + unit * OUTPUTS + output];
  }
  let activation = states[state + unit];
  return delta * (1.0 - activation * activation);
}

fn half_squared_error(state: u32) -> f32 {
  var sum = 0.0;
  for (var output = 0u; output < OUTPUTS; output++) {
    let error = states[state + HIDDEN + output];
    sum += 0.5 * error * error;
  }
  return sum;
}

fn derivative(element: u32, model: u32, sample: u32, state: u32) -> f32 {
  if (element < BIAS) {
    return samples[sample + element / HIDDEN] * hidden_delta(model, state, element % HIDDEN);
  }
  if (element < OUT_WEIGHT) {
    return hidden_delta(model, state, element - BIAS);
  }
  if (element < OUT_BIAS) {
    let weight = element - OUT_WEIGHT;
    return states[state + weight / OUTPUTS] * states[state + HIDDEN + weight % OUTPUTS];
  }
  if (element < LOSS) {
    return states[state + HIDDEN + element - OUT_BIAS];
  }
  return half_squared_error(state);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x > LOSS) {
    return;
  }
  let rank = id.y;
  var sum = 0.0;
  for (var index = 0u; index < BATCH; index++) {
    let row = rank * BATCH + index;
    let sample = (cursor[0] * RANKS * BATCH + row) % SAMPLES * (INPUTS + OUTPUTS);
    sum += derivative(id.x, rank * STRIDE, sample, row * (HIDDEN + OUTPUTS));
  }
  gradients[rank * STRIDE + id.x] = sum / f32(BATCH);
}
