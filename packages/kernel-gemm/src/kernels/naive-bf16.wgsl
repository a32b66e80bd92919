// The naive kernel on bf16 storage: the upper half of an f32, of which a word holds two.
const M = 64u;
const N = 48u;
const K = 80u;
const SIZE = 64u;
const GRID_X = 48u; // workgroups along x

@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read> b: array<u32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

// The even element of a pair lies in the low half of its word.
fn half_of(word: u32, element: u32) -> f32 {
  return bitcast<f32>((word >> (16u * (element % 2u))) << 16u);
}

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
    let at_a = row * K + k;
    let at_b = k * N + column;
    sum += half_of(a[at_a / 2u], at_a) * half_of(b[at_b / 2u], at_b);
  }
  c[element] = sum;
}
