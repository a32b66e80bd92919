// One tile of four quads a thread for each workgroup: 64 bytes of each operand in flight a thread.
const GRID_X = 128u;

#import four-quads.wgsl

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  map_tile((group.y * GRID_X + group.x) * TILE + thread);
}
