// One product a rank, plainly: C = A · B with rows of each rank's own blocks, one thread an element of C.
const M = 1u;
const K = 1u;
const N = 1u;
// Elements from one rank's matrix to the next one's; 0 where all ranks read the same.
const A_STRIDE = 0u;
const B_STRIDE = 0u;
const C_STRIDE = 0u;

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= N || id.y >= M) {
    return;
  }
  var sum = 0.0;
  for (var k = 0u; k < K; k++) {
    sum += a[id.z * A_STRIDE + id.y * K + k] * b[id.z * B_STRIDE + k * N + id.x];
  }
  c[id.z * C_STRIDE + id.y * N + id.x] = sum;
}
