// Four elements a thread, side by side: loads and stores of 16 bytes, 512 of a subgroup in one request.
const WORKGROUP = 256u;
const GRID_X = 128u;

#import quads.wgsl

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let index = (group.y * GRID_X + group.x) * WORKGROUP + thread;
  if (index < QUADS) {
    store(index, map(Work(a[index]), second(index)));
  }
}
