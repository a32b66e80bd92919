// Bytes four at a time: dot4I8Packed multiplies and adds four pairs in one instruction. 64 x 64 tiles in workgroup
// memory, each word of them four bytes along K, so that a thread makes 4 x 4 sums from two vec4 reads a step.
requires packed_4x8_integer_dot_product;

alias Number = i32;
const M = 64u;
const N = 48u;
const K = 80u;
const A_IS_TURNED = false; // A is stored as [K, M]
const B_IS_TURNED = false; // B is stored as [N, K]
const TILE_ROWS = 1u; // tiles that cover C, down and across
const TILE_COLUMNS = 1u;
const GRID_X = 1u; // workgroups along x; z counts matrices
const SIDE = 64u; // of a tile of C
const QUADS = SIDE / 4u;
const DEPTH = 32u; // of a slice, in bytes along K
const WORDS = DEPTH / 4u;
const STEPS = (K + DEPTH - 1u) / DEPTH;

@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read> b: array<u32>;
@group(0) @binding(2) var<storage, read_write> c: array<i32>;
// Bias or residual; where the epilogue adds neither, something that nobody reads.
@group(0) @binding(3) var<storage, read> added: array<i32>;

#import finish.wgsl

// Four neighbouring rows of A, or columns of B, in each vec4; by words of K.
var<workgroup> slice_a: array<vec4u, WORDS * QUADS>;
var<workgroup> slice_b: array<vec4u, WORDS * QUADS>;

// Four bytes of a row of A, zero past its end; as one word where rows are whole words.
fn four_of_a(first: u32, row: u32, rows: u32, column: u32, columns: u32) -> u32 {
  if (row >= rows || column >= columns) {
    return 0u;
  }
  let at = first + row * columns + column;
  if (columns % 4u == 0u) {
    return a[at / 4u];
  }
  var word = 0u;
  for (var j = 0u; j < 4u; j++) {
    if (column + j < columns) {
      word |= ((a[(at + j) / 4u] >> (8u * ((at + j) % 4u))) & 0xffu) << (8u * j);
    }
  }
  return word;
}

// The same of B: WGSL passes no storage array to a function.
fn four_of_b(first: u32, row: u32, rows: u32, column: u32, columns: u32) -> u32 {
  if (row >= rows || column >= columns) {
    return 0u;
  }
  let at = first + row * columns + column;
  if (columns % 4u == 0u) {
    return b[at / 4u];
  }
  var word = 0u;
  for (var j = 0u; j < 4u; j++) {
    if (column + j < columns) {
      word |= ((b[(at + j) / 4u] >> (8u * ((at + j) % 4u))) & 0xffu) << (8u * j);
    }
  }
  return word;
}

// Rows of four bytes become columns.
fn turn(rows: vec4u) -> vec4u {
  let low = (rows.xz & vec2u(0x00ff00ffu)) | ((rows.yw & vec2u(0x00ff00ffu)) << vec2u(8u));
  let high = ((rows.xz >> vec2u(8u)) & vec2u(0x00ff00ffu)) | (rows.yw & vec2u(0xff00ff00u));
  return vec4u(
    (low.x & 0xffffu) | (low.y << 16u),
    (high.x & 0xffffu) | (high.y << 16u),
    (low.x >> 16u) | (low.y & 0xffff0000u),
    (high.x >> 16u) | (high.y & 0xffff0000u),
  );
}

// Four rows of A from `row` on, four bytes along K from `k` on.
fn block_of_a(first: u32, row: u32, k: u32) -> vec4u {
  var block: vec4u;
  for (var j = 0u; j < 4u; j++) {
    if (A_IS_TURNED) {
      block[j] = four_of_a(first, k + j, K, row, M);
    } else {
      block[j] = four_of_a(first, row + j, M, k, K);
    }
  }
  if (A_IS_TURNED) {
    return turn(block);
  }
  return block;
}

// Four columns of B from `column` on, four bytes along K from `k` on.
fn block_of_b(first: u32, k: u32, column: u32) -> vec4u {
  var block: vec4u;
  for (var j = 0u; j < 4u; j++) {
    if (B_IS_TURNED) {
      block[j] = four_of_b(first, column + j, N, k, K);
    } else {
      block[j] = four_of_b(first, k + j, K, column, N);
    }
  }
  if (B_IS_TURNED) {
    return block;
  }
  return turn(block);
}

fn store(matrix: u32, row: u32, column: u32, sums: vec4i) {
  for (var j = 0u; j < 4u; j++) {
    if (row < M && column + j < N) {
      let at = (matrix * M + row) * N + column + j;
      c[at] = finish(sums[j], at, column + j);
    }
  }
}

@compute @workgroup_size(QUADS * QUADS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let tile = group.y * GRID_X + group.x;
  if (tile >= TILE_ROWS * TILE_COLUMNS) {
    return;
  }
  let first_row = tile / TILE_COLUMNS * SIDE;
  let first_column = tile % TILE_COLUMNS * SIDE;
  let first_a = group.z * (M * K);
  let first_b = group.z * (K * N);
  // The first half of the threads brings A, the second half B: a block of four by four bytes each. Neighbouring
  // threads take blocks that are neighbours in memory.
  let share = thread % (WORDS * QUADS);
  let word_a = select(share % WORDS, share / QUADS, A_IS_TURNED);
  let quad_a = select(share / WORDS, share % QUADS, A_IS_TURNED);
  let word_b = select(share / QUADS, share % WORDS, B_IS_TURNED);
  let quad_b = select(share % QUADS, share / WORDS, B_IS_TURNED);
  let x = thread % QUADS;
  let y = thread / QUADS;
  var sums0 = vec4i();
  var sums1 = vec4i();
  var sums2 = vec4i();
  var sums3 = vec4i();
  for (var step = 0u; step < STEPS; step++) {
    let k = step * DEPTH;
    if (thread < WORDS * QUADS) {
      slice_a[(word_a * QUADS + quad_a) % (WORDS * QUADS)] = block_of_a(first_a, first_row + 4u * quad_a, k + 4u * word_a);
    } else {
      slice_b[(word_b * QUADS + quad_b) % (WORDS * QUADS)] = block_of_b(first_b, k + 4u * word_b, first_column + 4u * quad_b);
    }
    // Both slices are complete before anyone reads them.
    workgroupBarrier();
    for (var word = 0u; word < WORDS; word++) {
      let rows = slice_a[word * QUADS + y];
      let columns = slice_b[word * QUADS + x];
      sums0 += dots(rows.x, columns);
      sums1 += dots(rows.y, columns);
      sums2 += dots(rows.z, columns);
      sums3 += dots(rows.w, columns);
    }
    // Everyone has read both slices before the next step overwrites them.
    workgroupBarrier();
  }
  let row = first_row + 4u * y;
  let column = first_column + 4u * x;
  store(group.z, row, column, sums0);
  store(group.z, row + 1u, column, sums1);
  store(group.z, row + 2u, column, sums2);
  store(group.z, row + 3u, column, sums3);
}

fn dots(row: u32, columns: vec4u) -> vec4i {
  return vec4i(
    dot4I8Packed(row, columns.x),
    dot4I8Packed(row, columns.y),
    dot4I8Packed(row, columns.z),
    dot4I8Packed(row, columns.w),
  );
}
