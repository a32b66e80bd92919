// Every rank takes a step of gradient descent on its own copy of the parameters and notes the loss: one thread an element.
const RANKS = 1u;
const STRIDE = 128u;
const PARAMETERS = 112u;
const RATE = 0.1f;

// Gradients as every rank has them after the allreduce, and the loss behind them.
@group(0) @binding(0) var<storage, read> gradients: array<f32>;
@group(0) @binding(1) var<storage, read_write> parameters: array<f32>;
@group(0) @binding(2) var<storage, read> cursor: array<u32>;
// One loss a step and rank.
@group(0) @binding(3) var<storage, read_write> losses: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let at = id.y * STRIDE + id.x;
  if (id.x < PARAMETERS) {
    parameters[at] -= RATE * gradients[at];
  }
  if (id.x == PARAMETERS) {
    losses[cursor[0] * RANKS + id.y] = gradients[at];
  }
}
