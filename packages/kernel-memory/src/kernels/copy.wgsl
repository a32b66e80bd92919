// y = x in strided order: neighbouring threads take words STRIDE apart, column after column, so that STRIDE = 1 is the order of memory.
const N = 10007u;
const STRIDE = 5u;
const COLUMN = 2002u; // words of a column: N / STRIDE, rounded up
const WORKGROUP = 256u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let turn = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  let index = (turn % COLUMN) * STRIDE + turn / COLUMN;
  if (turn < COLUMN * STRIDE && index < N) {
    y[index] = x[index];
  }
}
