// Copies row-major matrices into ones of whole tiles, with zeros around them: one thread per 16 bytes of the copy. A row need not begin
// with a word: what its elements lie in are five words at most, shifted together.
const ROWS = 64u;
const COLUMNS = 80u;
const PADDED_ROWS = 128u;
const PADDED_COLUMNS = 96u; // whole vec4us
const PER_WORD = 2u; // elements in a word: 2 halves or 4 bytes
const SIZE = 256u;
const GRID_X = 6u; // workgroups along x; z counts matrices
const PER_FOUR = 4u * PER_WORD;
const WIDTH = PADDED_COLUMNS / PER_FOUR;
const BITS = 32u / PER_WORD;

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
  let row = four / WIDTH;
  let column = four % WIDTH * PER_FOUR;
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
  padded[group.z * (PADDED_ROWS * WIDTH) + four] = whole;
}
