// Joins the parts that split.wgsl left: each is rescaled from its own greatest logit to the greatest of all.
const ROWS = 66u;
const DIM = 32u;
const PARTS = 1u;
const FIRST = 0u; // rows in front of them, which are whole
const GRID_X = 9u; // workgroups along x
const SIZE = 256u;
// What a part leaves that saw no key.
const LOWEST = -1e30;
alias Element = f32;

@group(0) @binding(0) var<storage, read> parts: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<Element>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let at = (group.y * GRID_X + group.x) * SIZE + thread;
  if (at >= ROWS * DIM) {
    return;
  }
  let first = at / DIM * PARTS * (DIM + 2u);
  var largest = LOWEST;
  for (var part = 0u; part < PARTS; part++) {
    largest = max(largest, parts[first + part * (DIM + 2u)]);
  }
  var sum = 0.0;
  var output = 0.0;
  for (var part = 0u; part < PARTS; part++) {
    let at_part = first + part * (DIM + 2u);
    let rescale = exp(parts[at_part] - largest);
    sum += rescale * parts[at_part + 1u];
    output += rescale * parts[at_part + 2u + at % DIM];
  }
  outputs[FIRST * DIM + at] = Element(select(0.0, output / sum, sum > 0.0));
}
