// Copies the M × N corners out of products of whole tiles.
alias Element = f32; // f16 and i32 too
const M = 64u;
const N = 48u;
const PADDED_ROWS = 128u;
const PADDED_COLUMNS = 128u;
const SIZE = 256u;
const GRID_WIDTH = 12u; // workgroups along x; a second row takes over past 65 535. z counts matrices.

@group(0) @binding(0) var<storage, read> padded: array<Element>;
@group(0) @binding(1) var<storage, read_write> c: array<Element>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let element = (group.y * GRID_WIDTH + group.x) * SIZE + thread;
  if (element < M * N) {
    let first = group.z * (PADDED_ROWS * PADDED_COLUMNS);
    c[group.z * (M * N) + element] = padded[first + element / N * PADDED_COLUMNS + element % N];
  }
}
