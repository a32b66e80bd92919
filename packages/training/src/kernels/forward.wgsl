// Runs a perceptron with one hidden layer over every rank's share of the batch: one thread a sample.
const RANKS = 1u;
const BATCH = 8u; // samples of one rank
const SAMPLES = 64u;
const INPUTS = 4u;
const HIDDEN = 16u;
const OUTPUTS = 2u;
// Elements from one rank's parameters to the next one's: hidden weights, hidden biases, output weights, output biases.
const STRIDE = 128u;
const BIAS = INPUTS * HIDDEN;
const OUT_WEIGHT = BIAS + HIDDEN;
const OUT_BIAS = OUT_WEIGHT + HIDDEN * OUTPUTS;

// Inputs and targets, sample by sample.
@group(0) @binding(0) var<storage, read> samples: array<f32>;
@group(0) @binding(1) var<storage, read> parameters: array<f32>;
// The training step.
@group(0) @binding(2) var<storage, read> cursor: array<u32>;
// Hidden activations and output errors, sample by sample.
@group(0) @binding(3) var<storage, read_write> states: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= RANKS * BATCH) {
    return;
  }
  let model = id.x / BATCH * STRIDE;
  let sample = (cursor[0] * RANKS * BATCH + id.x) % SAMPLES * (INPUTS + OUTPUTS);
  let state = id.x * (HIDDEN + OUTPUTS);
  for (var unit = 0u; unit < HIDDEN; unit++) {
    var sum = parameters[model + BIAS + unit];
    for (var input = 0u; input < INPUTS; input++) {
      sum += samples[sample + input] * parameters[model + input * HIDDEN + unit];
    }
    states[state + unit] = tanh(sum);
  }
  for (var output = 0u; output < OUTPUTS; output++) {
    var sum = parameters[model + OUT_BIAS + output];
    for (var unit = 0u; unit < HIDDEN; unit++) {
      sum += states[state + unit] * parameters[model + OUT_WEIGHT + unit * OUTPUTS + output];
    }
    states[state + HIDDEN + output] = sum - samples[sample + INPUTS + output];
  }
}
