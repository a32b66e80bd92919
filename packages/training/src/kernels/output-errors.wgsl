// The error of every output and the loss of every sample, half the sum of its squared errors: one thread a sample.
const SAMPLES = 32u; // of all ranks
const OUTPUTS = 2u;

@group(0) @binding(0) var<storage, read> outputs: array<f32>;
@group(0) @binding(1) var<storage, read> targets: array<f32>;
@group(0) @binding(2) var<storage, read_write> errors: array<f32>;
@group(0) @binding(3) var<storage, read_write> losses: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= SAMPLES) {
    return;
  }
  var loss = 0.0;
  for (var output = 0u; output < OUTPUTS; output++) {
    let at = id.x * OUTPUTS + output;
    let error = outputs[at] - targets[at];
    errors[at] = error;
    loss += 0.5 * error * error;
  }
  losses[id.x] = loss;
}
