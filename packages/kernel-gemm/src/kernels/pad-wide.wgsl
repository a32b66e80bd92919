// Copies row-major matrices into ones of whole tiles, with zeros around them: one thread per 16 bytes of the copy. A row need not begin
// with a word: what its elements lie in are five words at most, shifted together. The copy is row-major, or slab by slab as `pack.wgsl` writes it.
const ROWS = 64u;
const COLUMNS = 80u;
const PADDED_ROWS = 128u;
const PADDED_COLUMNS = 96u; // whole vec4us
const PER_WORD = 2u; // elements in a word: 2 halves or 4 bytes
const SIZE = 256u;
const SIDE = 1u; // rows of a tile, and vec4us of a row in one of its slabs; 1 and all of a row are row-major
const DEEP = 12u;
const GRID_X = 6u; // workgroups along x; z counts matrices
const PER_FOUR = 4u * PER_WORD;
const WIDTH = PADDED_COLUMNS / PER_FOUR;
const BITS = 32u / PER_WORD;
const LANES = select(WIDTH, 8u, SIDE > 1u && WIDTH % 8u == 0u); // of a row at once
const LINES = select(1u, 8u, SIDE > 1u && WIDTH % 8u == 0u); // of which lanes beside each other take some

@group(0) @binding(0) var<storage, read> matrix: array<u32>;
@group(0) @binding(1) var<storage, read_write> padded: array<vec4u>;

// A word whose elements from `count` on are zeros.
fn first_of(word: u32, count: u32) -> u32 {
  return select(word & ((1u << (BITS * (count % PER_WORD))) - 1u), word, count >= PER_WORD);
}

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let four = (group.y * GRID_X + group.x) * SIZE + thread;
  if (four >= PADDED_ROWS * WIDTH) {
    return;
  }
  let block = four / (LANES * LINES);
  let row = block / (WIDTH / LANES) * LINES + four / LANES % LINES;
  let place = block % (WIDTH / LANES) * LANES + four % LANES;
  let column = place * PER_FOUR;
  var words = array<u32, 5>();
  var count = 0u; // elements of the matrix among those of this thread
  var shift = 0u;
  if (row < ROWS && column < COLUMNS) {
    count = min(COLUMNS - column, PER_FOUR);
    let element = group.z * (ROWS * COLUMNS) + row * COLUMNS + column;
    let first = element / PER_WORD;
    let last = (element + count - 1u) / PER_WORD;
    shift = BITS * (element % PER_WORD);
    for (var i = 0u; i < 5u; i++) {
      if (first + i <= last) {
        words[i] = matrix[first + i];
      }
    }
  }
  var whole = vec4u();
  for (var i = 0u; i < 4u; i++) {
    // What lies in the next word, shifted in two steps: by 32 would be by nothing.
    let word = (words[i] >> shift) | ((words[i + 1u] << (31u - shift)) << 1u);
    let before = i * PER_WORD;
    whole[i] = select(0u, first_of(word, count - before), count > before);
  }
  let tile = row / SIDE * (SIDE * WIDTH);
  let slab = place / DEEP * (SIDE * DEEP);
  padded[group.z * (PADDED_ROWS * WIDTH) + tile + slab + row % SIDE * DEEP + place % DEEP] = whole;
}
