// Third of three dispatches: O = P·V of one batch, a thread per element.
const HEADS = 2u;
const GROUP = 1u; // query heads that share a head of values
const QUERIES = 33u;
const KEYS = 65u;
const DIM = 32u;
const BATCH = 0u;
const GRID_X = 9u; // workgroups along x
const SIZE = 256u;
alias Element = f32;

@group(0) @binding(0) var<storage, read> weights: array<f32>;
@group(0) @binding(1) var<storage, read> values: array<Element>;
@group(0) @binding(2) var<storage, read_write> outputs: array<Element>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let at = (group.y * GRID_X + group.x) * SIZE + thread;
  if (at >= HEADS * QUERIES * DIM) {
    return;
  }
  let row = at / DIM;
  let head = row / QUERIES;
  let first_v = (BATCH * (HEADS / GROUP) + head / GROUP) * KEYS * DIM + at % DIM;
  var sum = 0.0;
  for (var key = 0u; key < KEYS; key++) {
    sum += weights[row * KEYS + key] * f32(values[first_v + key * DIM]);
  }
  outputs[BATCH * HEADS * QUERIES * DIM + at] = Element(sum);
}
