// Copies the M × N corner out of a product of whole tiles.
const M = 64u;
const N = 48u;
const PADDED_COLUMNS = 128u;
const SIZE = 256u;
const GRID_WIDTH = 12u; // workgroups along x; a second row takes over past 65 535

@group(0) @binding(0) var<storage, read> padded: array<f32>;
@group(0) @binding(1) var<storage, read_write> c: array<f32>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let element = (group.y * GRID_WIDTH + group.x) * SIZE + thread;
  if (element < M * N) {
    c[element] = padded[element / N * PADDED_COLUMNS + element % N];
  }
}
