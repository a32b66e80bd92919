// Tensor-core multiply through subgroup matrices: f16 in and f32 or f16 out by 16 x 16 x 16, i8 in and i32 out by
// 16 x 16 x 32; f32 and f16 by 8 x 8 x 8 where a device has such matrices.
//
// A workgroup owns bm x bn of C and splits it among its subgroups; each keeps its part in named accumulators. Per
// step of bk along K:
//   1. everyone has finished with the previous slices (barrier), then stores what it holds into workgroup memory;
//   2. after the second barrier it starts the loads of the next slices, which arrive while
//   3. the subgroups load fragments from the slices and multiply.
// What that needs to be fast: copies of 16 bytes (eight halves in a vec4u) at both ends; 16 bytes of padding per row
// of a slice, against bank conflicts; large parts per subgroup, since every fragment is used once per fragment
// of the other operand; offsets that Tint proves in range (`% constant` on the subgroup's number) and constant
// strides, or each fragment load gets bounds checks and loses its constant stride.
// Operands stored transposed are staged as they lie and loaded by columns. Shapes must be whole tiles: a fragment load
// that leaves its array is wrong as a whole, so edges are padded before. At the end the sums go through the slices'
// memory, one row of fragments at a time: from there whole rows leave for C through the epilogue, four elements a store
// and none outside C. A workgroup array of their own costs half the speed on an H200.
import { each, indent, plus, tileOrder } from '@kernel-ladder/kernel-kit';
import { kinds, layOut } from './tensor/layout.ts';
import type { Layout, TensorKind, TensorProblem, TensorTile } from './tensor/layout.ts';
import { declareResults, writeBack } from './tensor/results.ts';
import { declareHeld, deposit, fetch, nameCopies, nextSlices } from './tensor/staging.ts';

export { tensorSharedBytes, tensorThreads } from './tensor/layout.ts';
export type { TensorKind, TensorProblem, TensorTile } from './tensor/layout.ts';

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

/** The tiles of all kinds; bytes take twice the elements for the same memory. */
export const tensorTiles: { readonly [Kind in TensorKind]: TensorTile } = {
  f32: tensorTile,
  'f16-f32': tensorTile,
  f16: tensorTile,
  'i8-i32': { ...tensorTile, bk: 64, padding: 16 },
};

/**
 * Tiles of fragments of 8 x 8: 32 x 32 sums a subgroup, where a matrix is a few registers of each lane, in less workgroup memory than every
 * device has. Sums of halves are stored by eight, so that rows of 128 come out even.
 */
export const smallTensorTiles = {
  f32: { ...tensorTile, bm: 64, bn: 64, bk: 16, padding: 4 },
  'f16-f32': { ...tensorTile, bm: 64, bn: 64 },
  f16: { ...tensorTile, bm: 64 },
} as const satisfies { readonly [Kind in TensorKind]?: TensorTile };

const words = { f32: 'four numbers', f16: 'eight halves', i8: 'sixteen bytes' } as const;
const units = { f32: 'numbers', f16: 'halves', i8: 'bytes' } as const;

/** Writes the kernel of one product. */
export function tensorKernel(problem: TensorProblem, tile: TensorTile = tensorTiles[problem.kind]): string {
  const layout = layOut(tile, problem);
  const { m, n, k, pinsSubgroupSize } = problem;
  const { input, sum } = kinds[problem.kind];
  const { side, deep } = layout;
  const unit = units[input];
  const across = (width: number) => width * layout.packed;
  return `// C[${m}, ${n}] = A[${m}, ${k}] · B[${k}, ${n}]: tiles of ${tile.bm} x ${tile.bn} x ${tile.bk}, ${layout.partM} x ${layout.partN} per subgroup.
${about(problem)}${input === 'f16' ? 'enable f16;\n' : ''}enable subgroups;
${pinsSubgroupSize ? 'enable subgroup_size_control;\n' : ''}enable chromium_experimental_subgroup_matrix;

alias Left = subgroup_matrix_left<${input}, ${deep}, ${side}>;
alias Right = subgroup_matrix_right<${input}, ${side}, ${deep}>;
alias Result = subgroup_matrix_result<${sum}, ${side}, ${side}>;

@group(0) @binding(0) var<storage, read> a: array<vec4<u32>>; // ${words[input]} each
@group(0) @binding(1) var<storage, read> b: array<vec4<u32>>;
${declareResults(problem, layout)}
// Slices of A (${layout.a.rows} rows of ${across(layout.a.width)} ${unit}) and of B (${layout.b.rows} rows of ${across(layout.b.width)}), each row padded by ${tile.padding} ${unit}; at the end
// results, one row of fragments of every subgroup: a matrix cannot be indexed.
var<workgroup> slices: array<vec4<u32>, ${layout.length}>;

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

// What is not the plain product, in words.
function about({ layout, batch, epilogue, rows, columns }: TensorProblem): string {
  const facts = [
    ...(layout[0] === 't' ? ['A is stored as [K, M]'] : []),
    ...(layout[1] === 't' ? ['B is stored as [N, K]'] : []),
    ...(batch > 1 ? [`${batch} products`] : []),
    ...(epilogue === 'none' ? [] : [`epilogue ${epilogue} into ${rows} x ${columns}`]),
  ];
  return facts.length === 0 ? '' : `// ${facts.join('; ')}.\n`;
}

function mainBody(problem: TensorProblem, layout: Layout): string {
  const { bm, bn, bk, a, b, partM, partN, packed, side, deep, band } = layout;
  const { m, n, k, grid } = problem;
  const [down, across, steps] = [partM / side, partN / side, k / bk];
  return `${tileOrder({ rows: m / bm, columns: n / bn, band, grid })}

${nameCopies(problem, layout)}

// Where this subgroup's part begins in the slices.
let part_row = subgroup / ${layout.subgroupsAcross}u % ${layout.subgroupsDown}u;
let part_column = subgroup % ${layout.subgroupsAcross}u;
let at_a = part_row * ${a.isAlongK ? partM * a.stride : partM / packed}u;
let at_b = part_column * ${b.isAlongK ? partN * b.stride : partN / packed}u + ${layout.startB}u;

${each(down, (i) => each(across, (j) => `var c${i}${j} = Result();`, ' '))}

${declareHeld(problem, layout)}
for (var step = 0u; step < ${steps}u; step++) {
  // Everyone has finished with the previous slices.
  workgroupBarrier();
${indent(deposit(layout), 2)}
  // Both slices are complete.
  workgroupBarrier();
  if (step + 1u < ${steps}u) {
${indent(nextSlices(problem, layout), 4)}
${indent(fetch(problem, layout), 4)}
  }
${indent(
  each(bk / deep, (slab) => multiply(layout, slab)),
  2,
)}
}

${writeBack(problem, layout)}`;
}

function multiply(layout: Layout, slab: number): string {
  const { partM, partN, side, deep } = layout;
  const [down, across] = [partM / side, partN / side];
  return `{ // k = ${slab * deep} … ${(slab + 1) * deep - 1} of the slices
${each(down, (i) => `  let a${i} = ${loadFragment(layout, 'a', { slab, index: i })};`)}
${each(across, (j) => `  let b${j} = ${loadFragment(layout, 'b', { slab, index: j })};`)}
${each(down, (i) => each(across, (j) => `  ${accumulate(i, j)}`))}
}`;
}

interface Fragment {
  /** Which step along K, and which fragment across it. */
  readonly slab: number;
  readonly index: number;
}

// Rows of A along K are rows of a fragment; rows of B along K are its columns.
function loadFragment(layout: Layout, operand: 'a' | 'b', { slab, index }: Fragment): string {
  const { isAlongK, stride } = layout[operand];
  const { packed, side, deep } = layout;
  const offset = isAlongK
    ? index * side * stride + (slab * deep) / packed
    : slab * deep * stride + (index * side) / packed;
  const order = isAlongK === (operand === 'a') ? 'row_major' : 'col_major';
  const type = operand === 'a' ? 'Left' : 'Right';
  return `subgroupMatrixLoad<${type}, ${order}>(&slices, ${plus(`at_${operand}`, offset)}, ${stride}u)`;
}

function accumulate(i: number, j: number): string {
  return `c${i}${j} = subgroupMatrixMultiplyAccumulate(a${i}, b${j}, c${i}${j});`;
}
