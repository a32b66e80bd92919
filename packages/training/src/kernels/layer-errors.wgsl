// Propagates errors back through a layer to the sums behind the tanh below it: one thread an activation below.
const RANKS = 4u;
const BATCH = 8u; // samples of one rank

#import layer.wgsl
@group(0) @binding(1) var<storage, read> parameters: array<f32>;
// Activations below and errors above, sample by sample.
@group(0) @binding(2) var<storage, read> below: array<f32>;
@group(0) @binding(3) var<storage, read> errors: array<f32>;
@group(0) @binding(4) var<storage, read_write> errors_below: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let sample = id.x / layer.inputs;
  let input = id.x % layer.inputs;
  if (sample >= RANKS * BATCH) {
    return;
  }
  let weights = sample / BATCH * layer.stride + input * layer.outputs;
  var sum = 0.0;
  for (var unit = 0u; unit < layer.outputs; unit++) {
    sum += errors[sample * layer.outputs + unit] * parameters[weights + unit];
  }
  let activation = below[id.x];
  errors_below[id.x] = sum * (1.0 - activation * activation);
}
