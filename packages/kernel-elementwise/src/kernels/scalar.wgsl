// One element a thread: a load of 4 bytes for each operand, and a store.
const N = 257u;
alias In = f32;
alias Out = f32;
const WORKGROUP = 256u;
const GRID_X = 128u;
alias Number = f32;
alias Work = Number;
alias Float = f32;

@group(0) @binding(0) var<storage, read> a: array<In>;
@group(0) @binding(1) var<storage, read> b: array<In>;
@group(0) @binding(2) var<storage, read_write> result: array<Out>;

#import maps.wgsl

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  if (index < N) {
    var y = Work();
    if (BINARY) {
      y = Work(b[index]);
    }
    result[index] = Out(map(Work(a[index]), y));
  }
}
