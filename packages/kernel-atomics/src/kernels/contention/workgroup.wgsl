// Each term is added to workgroup memory, and each sum once to global memory.
#import contention/terms.wgsl

const FLUSHES = (TARGETS + WORKGROUP - 1u) / WORKGROUP;

var<workgroup> own: array<atomic<u32>, TARGETS>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let worker = group.y * GRID_X + group.x;
  for (var step = 0u; step < STEPS; step++) {
    let index = (step * GROUPS + worker) * WORKGROUP + thread;
    // The grid may have workgroups behind the last one.
    if (worker < GROUPS && index < N) {
      atomicAdd(&own[slot_of(index, TARGETS)], term(index));
    }
  }
  workgroupBarrier();
  for (var flush = 0u; flush < FLUSHES; flush++) {
    let at = flush * WORKGROUP + thread;
    if (at < TARGETS) {
      let sum = atomicLoad(&own[at]);
      if (sum != 0u) {
        atomicAdd(&sums[at], sum);
      }
    }
  }
}
