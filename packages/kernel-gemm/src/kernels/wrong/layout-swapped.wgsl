// Wrong: takes A for the operand that is stored transposed when it is B, and the other way round.
const M = 64u;
const N = 48u;
const K = 80u;
const SIZE = 64u;
const GRID_X = 48u; // workgroups along x; z counts matrices

const A_IS_TURNED = true;

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
    let at_a = select(k * M + row, row * K + k, A_IS_TURNED);
    let at_b = select(k * N + column, column * K + k, A_IS_TURNED);
    sum += a[group.z * (M * K) + at_a] * b[group.z * (K * N) + at_b];
  }
  c[group.z * (M * N) + element] = sum;
}
