// An epilogue in a pass of its own: reads C back, bends it and stores it again. What a fused epilogue saves.
alias Number = f32; // f16 and i32 too
const COUNT = 9216u;
const COLUMNS = 48u;
const SIZE = 256u;
const GRID_X = 36u; // workgroups along x

@group(0) @binding(0) var<storage, read_write> c: array<Number>;
// Bias or residual; where the epilogue adds neither, something that nobody reads.
@group(0) @binding(1) var<storage, read> added: array<Number>;

#import finish.wgsl

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let at = (group.y * GRID_X + group.x) * SIZE + thread;
  if (at < COUNT) {
    c[at] = finish(c[at], at, at % COLUMNS);
  }
}
