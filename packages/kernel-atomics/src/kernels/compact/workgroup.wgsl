// An atomic of global memory for each tile, whose words keep their order; tiles come in any.
#import compact/in-order.wgsl

@group(0) @binding(2) var<storage, read_write> count: array<atomic<u32>>;

var<workgroup> first_place: u32;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let tile = group.y * GRID_X + group.x;
  // The grid may have workgroups behind the last tile.
  if (tile >= TILES) {
    return;
  }
  let kept = stage_tile(tile, thread);
  if (thread == 0u) {
    first_place = atomicAdd(&count[0], kept);
  }
  write_staged(thread, workgroupUniformLoad(&first_place), kept);
}
