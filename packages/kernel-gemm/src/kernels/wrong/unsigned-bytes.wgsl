// Wrong: reads the bytes as numbers from 0 to 255.
const M = 64u;
const N = 48u;
const K = 80u;
const SIZE = 64u;
const GRID_X = 48u; // workgroups along x; z counts matrices

@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read> b: array<u32>;
@group(0) @binding(2) var<storage, read_write> c: array<i32>;

fn unpack(word: u32, element: u32) -> i32 {
  return i32(extractBits(word, 8u * (element % 4u), 8u));
}

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let element = (group.y * GRID_X + group.x) * SIZE + thread;
  if (element >= M * N) {
    return;
  }
  let row = element / N;
  let column = element % N;
  var sum = 0;
  for (var k = 0u; k < K; k++) {
    let at_a = group.z * (M * K) + row * K + k;
    let at_b = group.z * (K * N) + k * N + column;
    sum += unpack(a[at_a / 4u], at_a) * unpack(b[at_b / 4u], at_b);
  }
  c[group.z * (M * N) + element] = sum;
}
