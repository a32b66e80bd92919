// Copies a row-major f16 matrix into one of whole tiles, with zeros around it. One thread per word of two halves.
const ROWS = 64u;
const COLUMNS = 80u;
const PADDED_ROWS = 128u;
const PADDED_COLUMNS = 96u; // even
const SIZE = 256u;
const GRID_WIDTH = 24u; // workgroups along x; a second row takes over past 65 535

@group(0) @binding(0) var<storage, read> matrix: array<u32>;
@group(0) @binding(1) var<storage, read_write> padded: array<u32>;

// The bits of one element, or zero outside the matrix.
fn bits_of(row: u32, column: u32) -> u32 {
  if (row >= ROWS || column >= COLUMNS) {
    return 0u;
  }
  let element = row * COLUMNS + column;
  return (matrix[element / 2u] >> (16u * (element % 2u))) & 0xffffu;
}

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let word = (group.y * GRID_WIDTH + group.x) * SIZE + thread;
  if (word >= PADDED_ROWS * (PADDED_COLUMNS / 2u)) {
    return;
  }
  let row = word / (PADDED_COLUMNS / 2u);
  let column = 2u * (word % (PADDED_COLUMNS / 2u));
  padded[word] = bits_of(row, column) | (bits_of(row, column + 1u) << 16u);
}
