// The transpose of tiles of 32 × 32 words in workgroup memory: neighbours read and write neighbours, and what lies far apart is apart in
// the tile alone. Its rows are PITCH words apart: with 32 of them a column of the tile lies in one bank of the memory, with 33 in all.
const ROWS = 60u;
const COLUMNS = 100u;
const TILES_X = 4u; // tiles along a row
const PITCH = 32u;
const GRID_X = 128u;
// Of a thread, four rows apart: the loop counts to a constant by ones, so that nothing guards it and all loads are in flight together.
const WORDS = 8u;

@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;

var<workgroup> words: array<u32, 32u * PITCH>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let tile = group.y * GRID_X + group.x;
  let left = tile % TILES_X * 32u;
  let top = tile / TILES_X * 32u;
  let along = thread % 32u;
  let down = thread / 32u;
  // Past an edge the last row and the last column again, which nobody writes: no load waits for a comparison.
  let column = min(left + along, COLUMNS - 1u);
  var loaded: array<u32, WORDS>;
  for (var part = 0u; part < WORDS; part++) {
    loaded[part] = x[min(top + down + 4u * part, ROWS - 1u) * COLUMNS + column];
  }
  for (var part = 0u; part < WORDS; part++) {
    words[(down + 4u * part) * PITCH + along] = loaded[part];
  }
  workgroupBarrier();
  for (var part = 0u; part < WORDS; part++) {
    let row = down + 4u * part;
    if (left + row < COLUMNS && top + along < ROWS) {
      y[(left + row) * ROWS + top + along] = words[along * PITCH + row];
    }
  }
}
