// Blocks of 4 × 4: one column for sixteen entries, and a load of 16 bytes for a row of a block and for what it is multiplied with. LANES lanes,
// four for the rows of a block, share a row of blocks: blocks that lie side by side are read side by side.
enable subgroups;

const BLOCK_ROWS = 16u;
const LANES = 8u; // a multiple of 4
const WORKGROUP = 256u;
const GRID_X = 1u;

@group(0) @binding(0) var<storage, read> offsets: array<u32>;
@group(0) @binding(1) var<storage, read> cols: array<u32>;
@group(0) @binding(2) var<storage, read> vals: array<vec4f>;
@group(0) @binding(3) var<storage, read> x: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  // Threads by their lanes, which a shuffle knows.
  let thread = subgroup * size + lane;
  let block_row = (group.y * GRID_X + group.x) * (WORKGROUP / LANES) + thread / LANES;
  let row = thread % 4u;
  var sum = vec4f();
  if (block_row < BLOCK_ROWS) {
    let end = offsets[block_row + 1u];
    for (var block = offsets[block_row] + thread % LANES / 4u; block < end; block += LANES / 4u) {
      sum += vals[4u * block + row] * x[cols[block]];
    }
  }
  var total = (sum.x + sum.y) + (sum.z + sum.w);
  for (var distance = 4u; distance < LANES; distance *= 2u) {
    total += subgroupShuffleXor(total, distance);
  }
  if (thread % LANES < 4u && block_row < BLOCK_ROWS) {
    y[4u * block_row + row] = total;
  }
}
