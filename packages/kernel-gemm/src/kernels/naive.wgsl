// One thread per element of C: K multiply-adds, every operand read from global memory.
const M = 64u;
const N = 48u;
const K = 80u;
const SIZE = 64u;
const GRID_X = 48u; // workgroups along x

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let element = (group.y * GRID_X + group.x) * SIZE + thread;
  if (element >= M * N) {
    return;
  }
  let row = element / N;
  let column = element % N;
  var sum = 0.0;
  for (var k = 0u; k < K; k++) {
    sum += a[row * K + k] * b[k * N + column];
  }
  c[element] = sum;
}
