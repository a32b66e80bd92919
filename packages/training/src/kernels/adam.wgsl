// One step of Adam (Kingma and Ba, 2015, algorithm 1) on what every rank updates of a layer: one thread an element.
const RATE = 0.01f;
// Without a suffix: 1 − β is formed in double precision.
const BETA1 = 0.9;
const BETA2 = 0.999;
const EPSILON = 1e-8f;

// Elements from one rank's vector to the next one's; 0 where the ranks hold shards of one vector.
struct Strides {
  parameters: u32,
  gradients: u32,
  moments: u32,
}

@group(0) @binding(0) var<storage, read> strides: Strides;
// First element and number of elements that each rank updates.
@group(0) @binding(1) var<storage, read> updated: array<vec2u>;
// 1 − β₁ᵗ and 1 − β₂ᵗ, which undo the moments' bias towards their first value, 0.
@group(0) @binding(2) var<storage, read> corrections: vec2f;
@group(0) @binding(3) var<storage, read> gradients: array<f32>;
@group(0) @binding(4) var<storage, read_write> parameters: array<f32>;
// The means of the gradient and of its square.
@group(0) @binding(5) var<storage, read_write> moments: array<vec2f>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let range = updated[id.y];
  if (id.x >= range.y) {
    return;
  }
  let element = range.x + id.x;
  let gradient = gradients[id.y * strides.gradients + element];
  let at = id.y * strides.moments + element;
  let moment = vec2f(BETA1, BETA2) * moments[at] + vec2f(1.0 - BETA1, 1.0 - BETA2) * vec2f(gradient, gradient * gradient);
  moments[at] = moment;
  let unbiased = moment / corrections;
  parameters[id.y * strides.parameters + element] -= RATE * unbiased.x / (sqrt(unbiased.y) + EPSILON);
}
