// First read of reduce-then-scan: the sum of every tile of 16 elements a thread, by 16-byte loads, four in flight.
enable subgroups;

const GRID_X = 4u;

#import tiles.wgsl

@group(0) @binding(1) var<storage, read_write> sums: array<Value>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let tile = group.y * GRID_X + group.x;
  if (tile >= TILES) {
    return;
  }
  let first = tile * TILE_QUADS + thread;
  let a = load_quad(first);
  let b = load_quad(first + WORKGROUP);
  let c = load_quad(first + 2u * WORKGROUP);
  let d = load_quad(first + 3u * WORKGROUP);
  let quad = (a + b) + (c + d);
  let own = subgroupAdd((quad.x + quad.y) + (quad.z + quad.w));
  if (lane == 0u) {
    subgroup_sums[subgroup] = own;
  }
  workgroupBarrier();
  if (subgroup == 0u) {
    let total = sum_before(WORKGROUP / size, lane, size);
    if (lane == 0u) {
      sums[tile] = total;
    }
  }
}
