// The transpose of tiles of 32 × 32 words in workgroup memory: neighbours read and write neighbours, and what lies far apart is apart in
// the tile alone. Its rows are PITCH words apart: with 32 of them a column of the tile lies in one bank of the memory, with 33 in all.
const ROWS = 60u;
const COLUMNS = 100u;
const TILES_X = 4u; // tiles along a row
const PITCH = 32u;
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;

var<workgroup> words: array<u32, 32u * PITCH>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let tile = group.y * GRID_X + group.x;
  let left = tile % TILES_X * 32u;
  let top = tile / TILES_X * 32u;
  let along = thread % 32u;
  for (var down = thread / 32u; down < 32u; down += 8u) {
    if (top + down < ROWS && left + along < COLUMNS) {
      words[down * PITCH + along] = x[(top + down) * COLUMNS + left + along];
    }
  }
  workgroupBarrier();
  for (var down = thread / 32u; down < 32u; down += 8u) {
    if (left + down < COLUMNS && top + along < ROWS) {
      y[(left + down) * ROWS + top + along] = words[along * PITCH + down];
    }
  }
}
