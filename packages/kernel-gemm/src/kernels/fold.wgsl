// Adds up the partial products of a split K, always in the same order, and applies the epilogue.
alias Number = f32;
const COUNT = 256u;
const COLUMNS = 16u;
const PARTS = 8u;
const SIZE = 64u;
const GRID_X = 4u; // workgroups along x

@group(0) @binding(0) var<storage, read> partials: array<f32>;
@group(0) @binding(1) var<storage, read_write> c: array<f32>;
// Bias or residual; where the epilogue adds neither, something that nobody reads.
@group(0) @binding(2) var<storage, read> added: array<f32>;

#import finish.wgsl

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let at = (group.y * GRID_X + group.x) * SIZE + thread;
  if (at >= COUNT) {
    return;
  }
  var sum = 0.0;
  for (var part = 0u; part < PARTS; part++) {
    sum += partials[part * COUNT + at];
  }
  c[at] = finish(sum, at, at % COLUMNS);
}
