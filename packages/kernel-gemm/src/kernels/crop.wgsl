// Copies what lies inside C out of matrices of whole tiles, through the epilogue. One thread per element of C.
alias Number = f32; // f16 and i32 too
const M = 64u;
const N = 48u;
const PADDED_M = 64u;
const PADDED_N = 64u;
const SIZE = 256u;
const GRID_X = 12u; // workgroups along x; z counts matrices

@group(0) @binding(0) var<storage, read> padded: array<Number>;
@group(0) @binding(1) var<storage, read_write> c: array<Number>;
// Bias or residual; where the epilogue adds neither, something that nobody reads.
@group(0) @binding(2) var<storage, read> added: array<Number>;

#import finish.wgsl

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let element = (group.y * GRID_X + group.x) * SIZE + thread;
  if (element >= M * N) {
    return;
  }
  let row = element / N;
  let column = element % N;
  let at = group.z * (M * N) + element;
  c[at] = finish(padded[group.z * (PADDED_M * PADDED_N) + row * PADDED_N + column], at, column);
}
