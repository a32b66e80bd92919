// Second read of a stable compaction: each tile's words, in their order, from where the tiles before it end.
#import compact/in-order.wgsl

@group(0) @binding(2) var<storage, read> first: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let tile = group.y * GRID_X + group.x;
  if (tile >= TILES) {
    return;
  }
  let kept = stage_tile(tile, thread);
  workgroupBarrier();
  write_staged(thread, first[tile], kept);
}
