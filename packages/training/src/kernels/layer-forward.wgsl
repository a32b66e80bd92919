// Runs one layer of a perceptron over every rank's share of the batch, each with the rank's own parameters: one thread an activation.
const RANKS = 4u;
const BATCH = 8u; // samples of one rank

#import layer.wgsl
@group(0) @binding(1) var<storage, read> parameters: array<f32>;
// Sample by sample.
@group(0) @binding(2) var<storage, read> below: array<f32>;
@group(0) @binding(3) var<storage, read_write> activations: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let sample = id.x / layer.outputs;
  let unit = id.x % layer.outputs;
  if (sample >= RANKS * BATCH) {
    return;
  }
  let weights = sample / BATCH * layer.stride;
  var sum = parameters[weights + layer.inputs * layer.outputs + unit];
  for (var input = 0u; input < layer.inputs; input++) {
    sum += below[sample * layer.inputs + input] * parameters[weights + input * layer.outputs + unit];
  }
  activations[id.x] = select(tanh(sum), sum, layer.is_last == 1u);
}
