// The smallest product on the matrix unit: one subgroup makes one 16 x 16 fragment of C, and loads the fragments of A and B that
// it multiplies straight from global memory. Shapes are whole fragments; edges are padded before and cropped behind.
enable subgroups;
enable chromium_experimental_subgroup_matrix;

alias Element = u32; // that an operand is bound as: four bytes, or one f16
alias Number = i32; // of the sums
alias Left = subgroup_matrix_left<i8, 32, 16>;
alias Right = subgroup_matrix_right<i8, 16, 32>;
alias Result = subgroup_matrix_result<i32, 16, 16>;
const M = 64u;
const N = 48u;
const K = 96u;
const A_IS_TURNED = false; // A is stored as [K, M]
const B_IS_TURNED = false; // B is stored as [N, K]
const DEEP = 32u; // of a fragment, along K
const PACKED = 4u; // numbers of an operand in an element
const GRID_X = 12u; // workgroups along x; z counts matrices
const SIDE = 16u;

@group(0) @binding(0) var<storage, read> a: array<Element>;
@group(0) @binding(1) var<storage, read> b: array<Element>;
@group(0) @binding(2) var<storage, read_write> c: array<Number>;

@compute @workgroup_size(32)
fn main(@builtin(workgroup_id) group: vec3u) {
  let tile = group.y * GRID_X + group.x;
  if (tile >= (M / SIDE) * (N / SIDE)) {
    return;
  }
  let row = tile / (N / SIDE) * SIDE;
  let column = tile % (N / SIDE) * SIDE;
  let first_a = group.z * (M * K);
  let first_b = group.z * (K * N);
  var left: Left;
  var right: Right;
  var sums: Result;
  for (var step = 0u; step < K / DEEP; step++) {
    let k = step * DEEP;
    if (A_IS_TURNED) {
      left = subgroupMatrixLoad<Left, col_major>(&a, (first_a + k * M + row) / PACKED, M / PACKED);
    } else {
      left = subgroupMatrixLoad<Left, row_major>(&a, (first_a + row * K + k) / PACKED, K / PACKED);
    }
    if (B_IS_TURNED) {
      right = subgroupMatrixLoad<Right, col_major>(&b, (first_b + column * K + k) / PACKED, K / PACKED);
    } else {
      right = subgroupMatrixLoad<Right, row_major>(&b, (first_b + k * N + column) / PACKED, N / PACKED);
    }
    sums = subgroupMatrixMultiplyAccumulate(left, right, sums);
  }
  subgroupMatrixStore<row_major>(&c, group.z * (M * N) + row * N + column, sums, N);
}
