// As many workgroups as the device holds at once, each of which stays and takes every GROUPS-th tile: the stride of a whole grid.
const GROUPS = 2u;
const TRIPS = 1u;

#import four-quads.wgsl

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  for (var trip = 0u; trip < TRIPS; trip++) {
    map_tile((trip * GROUPS + group.x) * TILE + thread);
  }
}
