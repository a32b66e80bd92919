// The transpose, a word a thread: neighbours read neighbours, and write words that lie a whole row of the result apart.
const ROWS = 60u;
const COLUMNS = 100u;
const TILES_X = 4u; // tiles of 32 columns and 8 rows along a row
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let tile = group.y * GRID_X + group.x;
  let column = tile % TILES_X * 32u + thread % 32u;
  let row = tile / TILES_X * 8u + thread / 32u;
  if (row < ROWS && column < COLUMNS) {
    y[column * ROWS + row] = x[row * COLUMNS + column];
  }
}
