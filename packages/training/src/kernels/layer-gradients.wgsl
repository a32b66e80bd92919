// The gradient of every rank's mean loss over its share of the batch by one layer's parameters: one thread an element.
const BATCH = 8u; // samples of one rank

#import layer.wgsl
// Activations below and errors above, sample by sample.
@group(0) @binding(1) var<storage, read> below: array<f32>;
@group(0) @binding(2) var<storage, read> errors: array<f32>;
@group(0) @binding(3) var<storage, read_write> gradients: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let input = id.x / layer.outputs;
  let unit = id.x % layer.outputs;
  // Behind the weights of the last input come the biases, whose input is 1.
  if (input > layer.inputs) {
    return;
  }
  var sum = 0.0;
  for (var index = 0u; index < BATCH; index++) {
    let sample = id.y * BATCH + index;
    let error = errors[sample * layer.outputs + unit];
    if (input < layer.inputs) {
      sum += below[sample * layer.inputs + input] * error;
    } else {
      sum += error;
    }
  }
  gradients[id.y * layer.stride + id.x] = sum / f32(BATCH);
}
