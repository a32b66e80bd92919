// Replaces the counts of each block by what stands before them in it, and leaves the block's sum.
const COUNT = 1024u;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read_write> counts: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

#import radix/before-thread.wgsl

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let block = group.y * GRID_X + group.x;
  let at = block * WORKGROUP + thread;
  var own = vec4u();
  if (4u * at < COUNT) {
    own = counts[at];
  }
  let two = own.x + own.y;
  let before = before_thread(thread, two + own.z + own.w);
  if (4u * at < COUNT) {
    counts[at] = before + vec4u(0u, own.x, two, two + own.z);
  }
  if (thread == WORKGROUP - 1u && 4u * block * WORKGROUP < COUNT) {
    sums[block] = running[thread];
  }
}
