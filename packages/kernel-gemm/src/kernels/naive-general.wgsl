// The naive kernel for any layout, batch, epilogue and storage type: one thread per element, K multiply-adds.
// Operands are bound as words and unpacked by hand, so that f16 and i8 need no feature.
alias Number = f32; // of the sums; i32 for i8
const M = 64u;
const N = 48u;
const K = 80u;
const A_IS_TURNED = true; // A is stored as [K, M]
const B_IS_TURNED = true; // B is stored as [N, K]
const BITS = 32u; // of one element of A or B: 32, 16 or 8
const SIZE = 64u;
const GRID_X = 48u; // workgroups along x; z counts matrices

@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read> b: array<u32>;
@group(0) @binding(2) var<storage, read_write> c: array<Number>;
// Bias or residual; where the epilogue adds neither, something that nobody reads.
@group(0) @binding(3) var<storage, read> added: array<Number>;

// The first of several elements in a word lies in its low bits.
fn unpack(word: u32, element: u32) -> Number {
  if (BITS == 32u) {
    return Number(bitcast<f32>(word));
  }
  if (BITS == 16u) {
    return Number(unpack2x16float(word >> (16u * (element % 2u))).x);
  }
  return Number(unpack4xI8(word)[element % 4u]);
}

#import finish.wgsl

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let element = (group.y * GRID_X + group.x) * SIZE + thread;
  if (element >= M * N) {
    return;
  }
  let row = element / N;
  let column = element % N;
  let first_a = group.z * (M * K);
  let first_b = group.z * (K * N);
  var sum = Number();
  for (var k = 0u; k < K; k++) {
    let at_a = first_a + select(row * K + k, k * M + row, A_IS_TURNED);
    let at_b = first_b + select(k * N + column, column * K + k, B_IS_TURNED);
    sum += unpack(a[at_a / (32u / BITS)], at_a) * unpack(b[at_b / (32u / BITS)], at_b);
  }
  let at = group.z * (M * N) + element;
  c[at] = finish(sum, at, column);
}
