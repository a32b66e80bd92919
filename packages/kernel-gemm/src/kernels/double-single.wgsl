// Each number is the unevaluated sum of two f32, the larger first: 48 bits of significand. Sums by Knuth's two-sum, products by
// Dekker's, in tiles that a workgroup shares (T. J. Dekker, "A floating-point technique for extending the available precision",
// 1971; D. E. Knuth, "The Art of Computer Programming", volume 2, 4.2.2).
//
// WGSL lets a compiler reassociate and fuse: (a + b) − a may become b, and a rounded product the exact one inside a fused
// multiply-add. Either takes the error of a rounding for zero. What must be rounded therefore passes `rounded`: its bits are
// exchanged with a word that is zero, which no compiler knows. Products of heads and tails are exact, fused or not. `fma` is no
// help: WGSL lets it be a multiplication and an addition, whose error is that of the product.
const M = 64u;
const N = 48u;
const K = 80u;
const A_IS_TURNED = false; // A is stored as [K, M]
const B_IS_TURNED = false; // B is stored as [N, K]
const TILE = 16u;
const TILE_ROWS = 4u; // tiles that cover C, down and across
const TILE_COLUMNS = 3u;
const GRID_X = 12u; // workgroups along x; z counts matrices
const STEPS = (K + TILE - 1u) / TILE;

@group(0) @binding(0) var<storage, read> a: array<vec2f>;
@group(0) @binding(1) var<storage, read> b: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> c: array<vec2f>;
// One word, zero.
@group(0) @binding(3) var<storage, read> nothing: array<u32>;

var<workgroup> tile_a: array<array<vec2f, TILE>, TILE>;
var<workgroup> tile_b: array<array<vec2f, TILE>, TILE>;
var<private> zero: u32;

// The same number, as no expression but a value.
fn rounded(x: f32) -> f32 {
  return bitcast<f32>(bitcast<u32>(x) ^ zero);
}

// The upper 12 bits of a significand: what is behind them has 12 bits as well.
fn head(x: f32) -> f32 {
  return bitcast<f32>(bitcast<u32>(x) & 0xfffff000u);
}

// x + y, and what its rounding left out.
fn two_sum(x: f32, y: f32) -> vec2f {
  let sum = rounded(x + y);
  let of_y = rounded(sum - x);
  let of_x = rounded(sum - of_y);
  return vec2f(sum, rounded(rounded(x - of_x) + rounded(y - of_y)));
}

// x * y, and what its rounding left out: every product of a head or a tail is exact, and so is every sum below.
fn two_product(x: f32, y: f32) -> vec2f {
  let product = rounded(x * y);
  let x_head = head(x);
  let y_head = head(y);
  let x_tail = rounded(x - x_head);
  let y_tail = rounded(y - y_head);
  let heads = rounded(x_head * y_head - product);
  let crossed = rounded(rounded(heads + x_head * y_tail) + x_tail * y_head);
  return vec2f(product, rounded(crossed + x_tail * y_tail));
}

// sum + x * y, but for the product of the small parts. The small part of the sum may outgrow the last bit of the large one.
fn multiply_add(sum: vec2f, x: vec2f, y: vec2f) -> vec2f {
  let product = two_product(x.x, y.x);
  let large = two_sum(sum.x, product.x);
  return vec2f(large.x, sum.y + (large.y + (product.y + (x.x * y.y + x.y * y.x))));
}

fn load_a(first: u32, row: u32, k: u32) -> vec2f {
  if (row < M && k < K) {
    return a[first + select(row * K + k, k * M + row, A_IS_TURNED)];
  }
  return vec2f();
}

fn load_b(first: u32, k: u32, column: u32) -> vec2f {
  if (k < K && column < N) {
    return b[first + select(k * N + column, column * K + k, B_IS_TURNED)];
  }
  return vec2f();
}

@compute @workgroup_size(TILE, TILE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let tile = group.y * GRID_X + group.x;
  if (tile >= TILE_ROWS * TILE_COLUMNS) {
    return;
  }
  zero = nothing[0];
  let x = local.x;
  let y = local.y;
  let first_row = tile / TILE_COLUMNS * TILE;
  let first_column = tile % TILE_COLUMNS * TILE;
  // Neighbouring threads load what lies side by side.
  let down_a = select(y, x, A_IS_TURNED);
  let along_a = select(x, y, A_IS_TURNED);
  let down_b = select(y, x, B_IS_TURNED);
  let along_b = select(x, y, B_IS_TURNED);
  var sum = vec2f();
  for (var step = 0u; step < STEPS; step++) {
    let first = step * TILE;
    tile_a[down_a % TILE][along_a % TILE] = load_a(group.z * (M * K), first_row + down_a, first + along_a);
    tile_b[down_b % TILE][along_b % TILE] = load_b(group.z * (K * N), first + down_b, first_column + along_b);
    // Both tiles are complete before anyone reads them.
    workgroupBarrier();
    for (var k = 0u; k < TILE; k++) {
      sum = multiply_add(sum, tile_a[y][k], tile_b[k][x]);
    }
    // The small part is small again.
    sum = two_sum(sum.x, sum.y);
    // Everyone has read both tiles before the next step overwrites them.
    workgroupBarrier();
  }
  let row = first_row + y;
  let column = first_column + x;
  if (row < M && column < N) {
    c[(group.z * M + row) * N + column] = sum;
  }
}
