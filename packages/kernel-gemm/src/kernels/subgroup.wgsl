// No workgroup memory: the lanes of a cluster each hold one column of A's tile in registers and hand it round by
// shuffles. A cluster is as wide as the device's smallest subgroup, so that any subgroup consists of whole clusters.
enable subgroups;

const M = 64u;
const N = 48u;
const K = 80u;
const SIZE = 128u;
const CLUSTER = 4u;
const ROWS = 8u; // of C per lane, at four columns each
const TILE_ROWS = 1u; // workgroup tiles that cover C, down and across
const TILE_COLUMNS = 3u;
const GRID_X = 3u; // workgroups along x
const TAIL = K % CLUSTER;

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

// Columns past the edge repeat the last one; their sums are never stored.
fn load_b(k: u32, columns: vec4u) -> vec4f {
  let at = k * N + min(columns, vec4u(N - 1u));
  return vec4f(b[at.x], b[at.y], b[at.z], b[at.w]);
}

@compute @workgroup_size(SIZE)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(subgroup_id) subgroup: u32,
  @builtin(subgroup_size) subgroup_size: u32,
  @builtin(subgroup_invocation_id) invocation: u32,
) {
  let tile = group.y * GRID_X + group.x;
  if (tile >= TILE_ROWS * TILE_COLUMNS) {
    return;
  }
  let lane = invocation % CLUSTER;
  let first_lane = invocation - lane;
  let cluster = subgroup * (subgroup_size / CLUSTER) + invocation / CLUSTER;
  let row = (tile / TILE_COLUMNS * (SIZE / CLUSTER) + cluster) * ROWS;
  // Neighbouring lanes take neighbouring columns, so that each of the four loads of B is contiguous.
  let columns = tile % TILE_COLUMNS * 4u * CLUSTER + lane + vec4u(0u, CLUSTER, 2u * CLUSTER, 3u * CLUSTER);

  var sums: array<vec4f, ROWS>;
  var held: array<f32, ROWS>;
  for (var block = 0u; block < K / CLUSTER; block++) {
    let k = block * CLUSTER;
    for (var r = 0u; r < ROWS; r++) {
      held[r] = a[min(row + r, M - 1u) * K + k + lane];
    }
    for (var j = 0u; j < CLUSTER; j++) {
      let b_row = load_b(k + j, columns);
      for (var r = 0u; r < ROWS; r++) {
        sums[r] += subgroupShuffle(held[r], first_lane + j) * b_row;
      }
    }
  }

  // What K leaves over: lanes past the end hold the last column of A, which nobody asks them for.
  for (var r = 0u; r < ROWS; r++) {
    held[r] = a[min(row + r, M - 1u) * K + min(K - TAIL + lane, K - 1u)];
  }
  for (var j = 0u; j < TAIL; j++) {
    let b_row = load_b(K - TAIL + j, columns);
    for (var r = 0u; r < ROWS; r++) {
      sums[r] += subgroupShuffle(held[r], first_lane + j) * b_row;
    }
  }

  for (var r = 0u; r < ROWS; r++) {
    for (var j = 0u; j < 4u; j++) {
      if (row + r < M && columns[j] < N) {
        c[(row + r) * N + columns[j]] = sums[r][j];
      }
    }
  }
}
