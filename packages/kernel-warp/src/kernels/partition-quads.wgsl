// Sums of partitions of LANES neighbours, four of them a thread: a butterfly leads over a quarter of so many lanes, and each lane of a partition writes
// the sum of another row, so that no lane is idle.
enable subgroups;

const N = 1000u;
const LANES = 8u; // 4, 8 or 16
const LEVELS = 1u; // of the butterfly: LANES = 4 << LEVELS
const SHARE = LANES / 4u; // lanes of a partition
const ROWS = 4u; // vec4s of a thread, a multiple of SHARE
const GRID_X = 128u;

@group(0) @binding(0) var<storage, read> x: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

// Behind the end stand zeros.
fn load_quad(index: u32) -> vec4u {
  if (N % (1024u * ROWS) == 0u || 4u * index + 3u < N) {
    return x[index];
  }
  if (4u * index >= N) {
    return vec4u();
  }
  return select(vec4u(), x[index], vec4u(4u * index) + vec4u(0u, 1u, 2u, 3u) < vec4u(N));
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) size: u32,
) {
  let first = (group.y * GRID_X + group.x) * 256u * ROWS + subgroup * size * ROWS + lane;
  var row_sums: array<u32, ROWS>;
  for (var row = 0u; row < ROWS; row++) {
    let quad = load_quad(first + row * size);
    row_sums[row] = (quad.x + quad.y) + (quad.z + quad.w);
  }
  for (var row = 0u; row < ROWS; row++) {
    for (var level = 0u; level < LEVELS; level++) {
      row_sums[row] += subgroupShuffleXor(row_sums[row], 1u << level);
    }
  }
  for (var row = 0u; row < ROWS; row += SHARE) {
    var sum = row_sums[row];
    for (var other = 1u; other < SHARE; other++) {
      sum = select(sum, row_sums[row + other], lane % SHARE == other);
    }
    let place = (first + (row + lane % SHARE) * size) / SHARE;
    if (place * LANES < N) {
      sums[place] = sum;
    }
  }
}
