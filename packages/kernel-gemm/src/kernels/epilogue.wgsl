// An epilogue in a pass of its own: reads C back, bends it and stores it again. What a fused epilogue saves.
alias Element = f32; // f16 and i32 too
const COUNT = 9216u;
const COLUMNS = 48u;
const SCALE = 1.0;
const ADDS = 1u; // 0 nothing, 1 a bias per column, 2 a residual like C
const BEND = 2u; // 0 no, 1 ReLU, 2 GELU
const SIZE = 256u;
const GRID_WIDTH = 36u; // workgroups along x; a second row takes over past 65 535

@group(0) @binding(0) var<storage, read_write> c: array<Element>;
// Bias or residual; where the epilogue adds neither, something that nobody reads.
@group(0) @binding(1) var<storage, read> added: array<Element>;

// x / (1 + e^z) with z = −2·√(2/π)·(x + 0.044715·x³) is the tanh form; the exponent is capped where e^z would overflow.
fn gelu(x: f32) -> f32 {
  return x / (1.0 + exp(min(-1.5957691216057308 * (x + 0.044715 * x * x * x), 80.0)));
}

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let element = (group.y * GRID_WIDTH + group.x) * SIZE + thread;
  if (element >= COUNT) {
    return;
  }
  var value = c[element];
  if (SCALE != 1.0) {
    value = Element(SCALE * f32(value));
  }
  if (ADDS == 1u) {
    value += added[element % COLUMNS];
  } else if (ADDS == 2u) {
    value += added[element];
  }
  if (BEND == 1u) {
    value = max(value, Element());
  } else if (BEND == 2u) {
    value = Element(gelu(f32(value)));
  }
  c[element] = value;
}
