// Tensor-core multiply: f16 in, f32 out, through subgroup matrices of 16 x 16 x 16.
//
// A workgroup owns bm x bn of C and splits it among its subgroups; each keeps its part in named accumulators. Per
// step of bk along K:
//   1. everyone has finished with the previous slices (barrier), then stores what it holds into workgroup memory;
//   2. after the second barrier it starts the loads of the next slices, which arrive while
//   3. the subgroups load 16 x 16 fragments from the slices and multiply.
// What that needs to be fast: copies of 16 bytes (eight halves in a vec4u) at both ends; eight halves of padding per
// row of a slice, against bank conflicts; large parts per subgroup, since every fragment is used once per fragment
// of the other operand; offsets that Tint proves in range (`% constant` on the subgroup's number) and constant
// strides, or each fragment load gets bounds checks and loses its constant stride.
// Shapes must be whole tiles: a fragment load that leaves its array is wrong as a whole, so edges are padded before.
import { fragment, layOut, packed } from './tensor/layout.ts';
import type { Layout, TensorProblem, TensorTile } from './tensor/layout.ts';
import { declareHeld, deposit, fetch, nameCopies } from './tensor/staging.ts';
import { each, indent, plus, tileOrder } from './text.ts';

export { tensorSharedBytes, tensorThreads } from './tensor/layout.ts';
export type { TensorProblem, TensorTile } from './tensor/layout.ts';

/** The tile that the ladder runs. */
export const tensorTile: TensorTile = {
  bm: 128,
  bn: 128,
  bk: 32,
  subgroupsDown: 2,
  subgroupsAcross: 2,
  padding: 8,
  band: 8,
};

/** Writes the kernel of one product. */
export function tensorKernel(problem: TensorProblem, tile: TensorTile = tensorTile): string {
  const layout = layOut(tile);
  const { m, n, k, pinsSubgroupSize } = problem;
  return `// C[${m}, ${n}] = A[${m}, ${k}] · B[${k}, ${n}]: tiles of ${tile.bm} x ${tile.bn} x ${tile.bk}, ${layout.partM} x ${layout.partN} per subgroup.
enable f16;
enable subgroups;
${pinsSubgroupSize ? 'enable subgroup_size_control;\n' : ''}enable chromium_experimental_subgroup_matrix;

alias Left = subgroup_matrix_left<f16, 16, 16>;
alias Right = subgroup_matrix_right<f16, 16, 16>;
alias Result = subgroup_matrix_result<f32, 16, 16>;

@group(0) @binding(0) var<storage, read> a: array<vec4<u32>>; // eight halves each
@group(0) @binding(1) var<storage, read> b: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

// Slices of A (${tile.bm} rows of ${tile.bk} halves) and of B (${tile.bk} rows of ${tile.bn}), each row padded by ${tile.padding} halves.
var<workgroup> slice_a: array<vec4<u32>, ${layout.a.rows * layout.a.stride}>;
var<workgroup> slice_b: array<vec4<u32>, ${layout.b.rows * layout.b.stride}>;

@compute @workgroup_size(${layout.threads})${pinsSubgroupSize ? ' @subgroup_size(32)' : ''}
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_id) subgroup: u32,
) {
${indent(mainBody(problem, layout), 2)}
}
`;
}

function mainBody(problem: TensorProblem, layout: Layout): string {
  const { bm, bn, bk, partM, partN, band } = layout;
  const { m, n, k, grid } = problem;
  const [down, across, steps] = [partM / fragment, partN / fragment, k / bk];
  return `${tileOrder({ rows: m / bm, columns: n / bn, band, grid })}

${nameCopies(problem, layout)}

// Where this subgroup's part begins in the slices.
let part_row = subgroup / ${layout.subgroupsAcross}u % ${layout.subgroupsDown}u;
let part_column = subgroup % ${layout.subgroupsAcross}u;
let at_a = part_row * ${partM * layout.a.stride}u;
let at_b = part_column * ${partN / packed}u;

${each(down, (i) => each(across, (j) => `var c${i}${j} = Result();`, ' '))}

${declareHeld(problem, layout)}
for (var step = 0u; step < ${steps}u; step++) {
  // Everyone has finished with the previous slices.
  workgroupBarrier();
${indent(deposit(layout), 2)}
  // Both slices are complete.
  workgroupBarrier();
  if (step + 1u < ${steps}u) {
    let from_a = first_a + (step + 1u) * ${layout.a.width}u;
    let from_b = first_b + (step + 1u) * ${(bk * n) / packed}u;
${indent(fetch(problem, layout), 4)}
  }
${indent(
  each(bk / fragment, (slab) => multiply(layout, slab)),
  2,
)}
}

let corner = (tile_row * ${bm}u + part_row * ${partM}u) * ${n}u + tile_column * ${bn}u + part_column * ${partN}u;
${each(down, (i) => each(across, (j) => writeBack(n, i, j)))}`;
}

function multiply({ a, b, partM, partN }: Layout, slab: number): string {
  const [down, across] = [partM / fragment, partN / fragment];
  const half = fragment / packed;
  const left = (i: number) => plus('at_a', i * fragment * a.stride + slab * half);
  const right = (j: number) => plus('at_b', slab * fragment * b.stride + j * half);
  return `{ // k = ${slab * fragment} … ${(slab + 1) * fragment - 1} of the slices
${each(down, (i) => `  let a${i} = subgroupMatrixLoad<Left, row_major>(&slice_a, ${left(i)}, ${a.stride}u);`)}
${each(across, (j) => `  let b${j} = subgroupMatrixLoad<Right, row_major>(&slice_b, ${right(j)}, ${b.stride}u);`)}
${each(down, (i) => each(across, (j) => `  ${accumulate(i, j)}`))}
}`;
}

function accumulate(i: number, j: number): string {
  return `c${i}${j} = subgroupMatrixMultiplyAccumulate(a${i}, b${j}, c${i}${j});`;
}

function writeBack(n: number, i: number, j: number): string {
  const at = plus('corner', i * fragment * n + j * fragment);
  return `subgroupMatrixStore<row_major>(&c, ${at}, c${i}${j}, ${n}u);`;
}
