// The tiled kernel whose next tiles wait in registers: they are on their way from global memory while the tiles at hand are multiplied. WGSL
// has no asynchronous copy to workgroup memory; this is how it is emulated.
const M = 64u;
const N = 48u;
const K = 80u;
const TILE = 16u;
const WHOLE = false; // M, N and K are multiples of TILE, so that no access needs a guard
const TILE_ROWS = 4u; // tiles that cover C, down and across
const TILE_COLUMNS = 3u;
const GRID_X = 12u; // workgroups along x
const STEPS = (K + TILE - 1u) / TILE;

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

var<workgroup> tile_a: array<array<f32, TILE>, TILE>;
var<workgroup> tile_b: array<array<f32, TILE>, TILE>;

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
  var sum = 0.0;
  var next_a = load_a(row, x);
  var next_b = load_b(y, column);
  for (var step = 0u; step < STEPS; step++) {
    tile_a[y][x] = next_a;
    tile_b[y][x] = next_b;
    // Both tiles are complete before anyone reads them.
    workgroupBarrier();
    if (step + 1u < STEPS) {
      next_a = load_a(row, (step + 1u) * TILE + x);
      next_b = load_b((step + 1u) * TILE + y, column);
    }
    for (var k = 0u; k < TILE; k++) {
      sum += tile_a[y][k] * tile_b[k][x];
    }
    // Everyone has read both tiles before the next step overwrites them.
    workgroupBarrier();
  }
  if (WHOLE || (row < M && column < N)) {
    c[row * N + column] = sum;
  }
}
