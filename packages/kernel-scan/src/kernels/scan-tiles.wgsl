// Second read of reduce-then-scan: scans every tile of 16 elements a thread in registers and adds what stands before the
// tile. A subgroup takes four rows of quads, so that its loads and stores are contiguous.
enable subgroups;

const GRID_X = 4u;

#import scanned-tiles.wgsl

// What stands before each tile; not read where there is one.
@group(0) @binding(2) var<storage, read> offsets: array<Value>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let tile = group.y * GRID_X + group.x;
  if (tile >= TILES) {
    return;
  }
  let first = tile * TILE_QUADS + subgroup * size * 4u + lane;
  let a = scan_quad(load_quad(first));
  let b = scan_quad(load_quad(first + size));
  let c = scan_quad(load_quad(first + 2u * size));
  let d = scan_quad(load_quad(first + 3u * size));
  // Four rows at once: four independent ladders hide each other's latency.
  let rows = subgroupInclusiveAdd(vec4<Value>(a.w, b.w, c.w, d.w));
  let row_sums = scan_quad(subgroupShuffle(rows, size - 1u));
  let left = select(vec4<Value>(), subgroupShuffleUp(rows, 1u), lane > 0u);
  if (lane == 0u) {
    subgroup_sums[subgroup] = row_sums.w;
  }
  workgroupBarrier();
  // Every subgroup adds up the sums of those before it: a second barrier would cost more.
  var before = sum_before(subgroup, lane, size);
  if (TILES > 1u) {
    before += offsets[tile];
  }
  store_quad(first, before + left.x, a);
  store_quad(first + size, before + row_sums.x + left.y, b);
  store_quad(first + 2u * size, before + row_sums.y + left.z, c);
  store_quad(first + 3u * size, before + row_sums.z + left.w, d);
}
