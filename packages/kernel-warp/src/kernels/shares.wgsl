// The first of two dispatches: each workgroup leaves the sum of its share.
enable subgroups;

#import share.wgsl

@group(0) @binding(1) var<storage, read_write> shares: array<Value>;

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let sum = share_sum(group.x, Place(thread, subgroup, lane, size));
  if (thread == 0u) {
    shares[group.x] = sum;
  }
}
