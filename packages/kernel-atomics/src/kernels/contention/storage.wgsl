// Each term is added to global memory.
#import contention/terms.wgsl

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let worker = group.y * GRID_X + group.x;
  for (var step = 0u; step < STEPS; step++) {
    let index = (step * GROUPS + worker) * WORKGROUP + thread;
    // The grid may have workgroups behind the last one.
    if (worker < GROUPS && index < N) {
      atomicAdd(&sums[slot_of(index, TARGETS)], term(index));
    }
  }
}
