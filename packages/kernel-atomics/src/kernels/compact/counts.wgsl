// First read of a stable compaction: how many words each tile keeps.
const LEVELS = 8u; // WORKGROUP is 2^LEVELS

#import compact/tile.wgsl
#import compact/sums.wgsl

@group(0) @binding(1) var<storage, read_write> kept: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let tile = group.y * GRID_X + group.x;
  if (tile >= TILES) {
    return;
  }
  let at = tile * (TILE / 4u) + thread;
  let through = sum_through(thread, kept_of(load_quad(at)) + kept_of(load_quad(at + WORKGROUP)));
  if (thread == WORKGROUP - 1u) {
    kept[tile] = through;
  }
}
