// The tiled kernel with a ring of STAGES tiles of each factor: while one is multiplied, the tile STAGES − 1 steps ahead is on its way into
// registers, and goes into the ring behind the products. From two stages on one barrier a step does.
const M = 64u;
const N = 48u;
const K = 80u;
const TILE = 16u;
const STAGES = 2u; // tiles of each factor in workgroup memory; 1: what is multiplied alone
const WHOLE = false; // M, N and K are multiples of TILE, so that no access needs a guard
const TILE_ROWS = 4u; // tiles that cover C, down and across
const TILE_COLUMNS = 3u;
const GRID_X = 12u; // workgroups along x
const STEPS = (K + TILE - 1u) / TILE;

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

var<workgroup> tiles_a: array<array<array<f32, TILE>, TILE>, STAGES>;
var<workgroup> tiles_b: array<array<array<f32, TILE>, TILE>, STAGES>;

fn load_a(row: u32, k: u32) -> f32 {
  if (WHOLE || (row < M && k < K)) {
    return a[row * K + k];
  }
  return 0.0;
}

fn load_b(k: u32, column: u32) -> f32 {
  if (WHOLE || (k < K && column < N)) {
    return b[k * N + column];
  }
  return 0.0;
}

@compute @workgroup_size(TILE, TILE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let tile = group.y * GRID_X + group.x;
  if (tile >= TILE_ROWS * TILE_COLUMNS) {
    return;
  }
  let x = local.x;
  let y = local.y;
  let row = tile / TILE_COLUMNS * TILE + y;
  let column = tile % TILE_COLUMNS * TILE + x;
  // The tiles that the first step finds ahead of it.
  for (var step = 0u; step + 1u < STAGES; step++) {
    if (step < STEPS) {
      tiles_a[step][y][x] = load_a(row, step * TILE + x);
      tiles_b[step][y][x] = load_b(step * TILE + y, column);
    }
  }
  var sum = 0.0;
  for (var step = 0u; step < STEPS; step++) {
    let ahead = step + STAGES - 1u;
    let slot = step % STAGES;
    // The tile of this step is complete, and everyone has read the one whose place is taken next.
    workgroupBarrier();
    var next_a = 0.0;
    var next_b = 0.0;
    if (ahead < STEPS) {
      next_a = load_a(row, ahead * TILE + x);
      next_b = load_b(ahead * TILE + y, column);
    }
    if (STAGES == 1u) {
      tiles_a[0][y][x] = next_a;
      tiles_b[0][y][x] = next_b;
      workgroupBarrier();
    }
    for (var k = 0u; k < TILE; k++) {
      sum += tiles_a[slot][y][k] * tiles_b[slot][k][x];
    }
    if (STAGES > 1u && ahead < STEPS) {
      tiles_a[ahead % STAGES][y][x] = next_a;
      tiles_b[ahead % STAGES][y][x] = next_b;
    }
  }
  if (WHOLE || (row < M && column < N)) {
    c[row * N + column] = sum;
  }
}
