// One thread a row of compressed rows: neighbours read a row's length apart, and the longest row of a subgroup keeps all of it waiting.
const ROWS = 16u;
const VECTORS = 1u;
const WORKGROUP = 256u;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read> offsets: array<u32>;
@group(0) @binding(1) var<storage, read> cols: array<u32>;
@group(0) @binding(2) var<storage, read> vals: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  if (index >= ROWS * VECTORS) {
    return;
  }
  // Of several vectors neighbours take one row, and read the elements of X side by side.
  let row = index / VECTORS;
  let vector = index % VECTORS;
  let end = offsets[row + 1u];
  var sum = 0.0;
  for (var at = offsets[row]; at < end; at++) {
    sum += vals[at] * x[cols[at] * VECTORS + vector];
  }
  y[index] = sum;
}
