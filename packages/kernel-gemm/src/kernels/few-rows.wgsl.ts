// A product of few rows: B passes through once, and every thread keeps the sums of all rows.
//
// With 1 to 16 rows the product takes as long as reading B. So the threads of a workgroup stand `across` beside each other, a vec4 of
// columns each, and the others walk down K: neighbours read a whole line of a row of B, nobody waits for a barrier, and several rows are under
// way for each thread. A comes straight from global memory, four numbers along K at a time (or of four rows, where it is stored
// transposed): the lanes of a row of B share them. At the end the sums of the walkers are folded in workgroup memory, half of them
// onto the other half, always in the same order.
import { each, guarded, indent, loadA, loadB, plus } from '@kernel-ladder/kernel-kit';
import { declareSums, loopedStep, unrolledStep } from './few-rows/steps.ts';
import type { FewRowsTile } from './few-rows/steps.ts';
import type { RegisterProblem } from './register/problem.ts';
import { storeC } from './register/results.ts';

export type { FewRowsTile } from './few-rows/steps.ts';

/** Columns of C of a workgroup. */
export function columnsOf({ across }: FewRowsTile): number {
  return 4 * across;
}

/** Elements along K that a workgroup takes in one step. */
export function strideOf({ across, threads, unroll }: FewRowsTile): number {
  return (4 * Math.max(1, unroll) * threads) / across;
}

/** Elements along K of one part of a product. */
export function partOf({ k, parts }: Pick<RegisterProblem, 'k' | 'parts'>, tile: FewRowsTile): number {
  return Math.ceil(Math.ceil(k / strideOf(tile)) / parts) * strideOf(tile);
}

// Bytes of workgroup memory that sums are folded in.
const foldBytes = 16_384;

/** Rows whose sums are folded at once. */
function rowsAtOnce({ rows, threads, unroll }: FewRowsTile): number {
  return unroll === 0 ? 1 : Math.min(rows, Math.max(1, Math.floor(foldBytes / 16 / threads)));
}

/** Bytes of workgroup memory of a tile. */
export function fewRowsBytes(tile: FewRowsTile): number {
  return 16 * rowsAtOnce(tile) * tile.threads;
}

/** Writes the kernel of one product; `layout` has B by its rows. */
export function fewRowsKernel(problem: RegisterProblem, tile: FewRowsTile): string {
  const { m, n, k, parts } = problem;
  const walk = { bm: tile.rows, bn: columnsOf(tile), depth: partOf(problem, tile) };
  const covered = parts * walk.depth === k ? { ...walk } : { ...walk, depth: parts * walk.depth };
  return `// C[${m}, ${n}] = A[${m}, ${k}] · B[${k}, ${n}]: ${tile.rows} rows by ${walk.bn} columns, ${tile.threads / tile.across} threads along K${parts > 1 ? `, in ${parts} parts` : ''}.
${loadA(problem, covered)}
${loadB(problem, covered)}
${storeC(problem, walk)}
var<workgroup> sums: array<vec4f, ${rowsAtOnce(tile) * tile.threads}>;

@compute @workgroup_size(${tile.threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
${indent(mainBody(problem, tile), 2)}
}
`;
}

function mainBody(problem: RegisterProblem, tile: FewRowsTile): string {
  const { m, n, k, grid, parts } = problem;
  const { rows, across } = tile;
  const blocks = { across: Math.ceil(n / columnsOf(tile)), down: Math.ceil(m / rows) };
  const count = blocks.across * blocks.down;
  const depth = partOf(problem, tile);
  const steps = parts === 1 ? Math.ceil(k / strideOf(tile)) : depth / strideOf(tile);
  return `let block = group.y * ${grid[0]}u + group.x;
${grid[0] * grid[1] > count ? guarded([`block >= ${count}u`], 'return;') : ''}
let first_row = block / ${blocks.across}u * ${rows}u;
let column = block % ${blocks.across}u * ${columnsOf(tile)}u + thread % ${across}u * 4u;
let walker = thread / ${across}u;
let first_k = ${parts > 1 ? `group.z * ${depth}u + ` : ''}walker * 4u;
${declareSums(tile)}
for (var step = 0u; step < ${steps}u; step++) {
  let k = first_k + step * ${strideOf(tile)}u;
${indent((tile.unroll === 0 ? loopedStep : unrolledStep)(problem, tile), 2)}
}
${fold(problem, tile)}`;
}

// Half of the walkers' sums onto the other half, until one walker has them all.
function fold(problem: RegisterProblem, tile: FewRowsTile): string {
  const { rows, unroll } = tile;
  const atOnce = rowsAtOnce(tile);
  const before = '// Everyone has finished with the rows before.\nworkgroupBarrier();\n';
  if (unroll === 0) {
    const round = foldRows(problem, tile, { first: 'row', sum: () => 'sums_of[row]' });
    return `for (var row = 0u; row < ${rows}u; row++) {\n${indent(`${before}${round}`, 2)}\n}`;
  }
  return each(rows / atOnce, (index) => {
    const first = index * atOnce;
    const round = foldRows(problem, tile, { first: `${first}u`, sum: (r) => `c${first + r}` });
    return index === 0 ? round : `${before}${round}`;
  });
}

interface Round {
  /** The first row, as WGSL. */
  readonly first: string;
  /** The sum of a thread for the r-th row from there. */
  readonly sum: (r: number) => string;
}

function foldRows({ parts }: RegisterProblem, tile: FewRowsTile, { first, sum }: Round): string {
  const { across, threads } = tile;
  const atOnce = rowsAtOnce(tile);
  const spans = Array.from({ length: Math.log2(threads / across) }, (_, i) => threads / 2 ** (i + 1));
  const place = (r: number, more = 0) => `sums[${plus('thread', r * threads + more)}]`;
  const row = (r: number) => plus(`first_row + ${first}`, r);
  const halve = (span: number) => `// The other half's sums are there.
workgroupBarrier();
if (thread < ${span}u) {
${indent(
  each(atOnce, (r) => `${place(r)} += ${place(r, span)};`),
  2,
)}
}`;
  return `${each(atOnce, (r) => `${place(r)} = ${sum(r)};`)}
${spans.map(halve).join('\n')}
if (thread < ${across}u) {
${indent(
  each(atOnce, (r) => `store_c(${row(r)}, column, ${place(r)}${parts > 1 ? ', group.z' : ''});`),
  2,
)}
}`;
}
