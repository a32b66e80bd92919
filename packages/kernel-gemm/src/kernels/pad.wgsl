// Copies row-major matrices into ones of whole tiles, with zeros around them. One thread per word of halves or bytes.
const ROWS = 64u;
const COLUMNS = 80u;
const PADDED_ROWS = 128u;
const PADDED_COLUMNS = 96u; // whole words
const PER_WORD = 2u; // elements in a word: 2 halves or 4 bytes
const SIZE = 256u;
const GRID_X = 24u; // workgroups along x; z counts matrices
const WIDTH = PADDED_COLUMNS / PER_WORD;
const BITS = 32u / PER_WORD;

@group(0) @binding(0) var<storage, read> matrix: array<u32>;
@group(0) @binding(1) var<storage, read_write> padded: array<u32>;

// The bits of one element, or zero outside the matrix.
fn bits_of(layer: u32, row: u32, column: u32) -> u32 {
  if (row >= ROWS || column >= COLUMNS) {
    return 0u;
  }
  let element = layer * (ROWS * COLUMNS) + row * COLUMNS + column;
  return extractBits(matrix[element / PER_WORD], BITS * (element % PER_WORD), BITS);
}

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let word = (group.y * GRID_X + group.x) * SIZE + thread;
  if (word >= PADDED_ROWS * WIDTH) {
    return;
  }
  let row = word / WIDTH;
  let column = PER_WORD * (word % WIDTH);
  var bits = 0u;
  for (var j = 0u; j < PER_WORD; j++) {
    bits |= bits_of(group.z, row, column + j) << (BITS * j);
  }
  padded[group.z * (PADDED_ROWS * WIDTH) + word] = bits;
}
