// A matrix times a vector, where rows of the matrix lie along K: it takes as long as reading the matrix.
//
// Threads beside each other walk along a row by vec4s, so that they read whole lines; each keeps the sums of a few rows, for which it reads
// the vector once, and asks for all that it needs in a step before it uses the first. At the end the sums of a row's threads are folded in
// workgroup memory, half of them onto the other half, always in the same order. The vector stays in the first-level cache.
import { each, guarded, indent, loadA, loadB, plus } from '@kernel-ladder/kernel-kit';
import { specOf } from './epilogue.ts';
import { finished, finishFunction } from './finish.ts';
import type { RegisterProblem } from './register/problem.ts';

/** How the threads of a workgroup share rows. */
export type VectorTile = {
  readonly threads: number;
  /** Threads that share a row: a power of two that divides `threads`. */
  readonly lanes: number;
  /** Rows of a thread. */
  readonly together: number;
  /** Vec4s of each row that a thread asks for in a step. */
  readonly unroll: number;
};

/** A product with one column: `m` rows along K, and what an epilogue adds to each. */
export interface VectorProblem extends RegisterProblem {
  /** Whether a bias has a number for every row: the one row of a product C[1, N] was written as a column. */
  readonly isBiasByRow: boolean;
}

/** Rows of a workgroup. */
export function rowsOf({ threads, lanes, together }: VectorTile): number {
  return (threads / lanes) * together;
}

/** Elements along K that the threads of a row take in one step. */
export function stepOf({ lanes, unroll }: Pick<VectorTile, 'lanes' | 'unroll'>): number {
  return 4 * lanes * unroll;
}

/** Bytes of workgroup memory of a tile. */
export function vectorBytes({ threads, together }: VectorTile): number {
  return 4 * threads * together;
}

/** Writes the kernel of one product, or of a batch. */
export function vectorKernel(problem: VectorProblem, tile: VectorTile): string {
  const { m, k, batch } = problem;
  const walk = { bm: rowsOf(tile), bn: 1, depth: stepOf(tile) };
  return `// ${m} rows of ${k} times a vector${batch > 1 ? `, ${batch} times` : ''}: ${tile.lanes} threads a row, ${tile.together} rows a thread.
${loadA(problem, walk)}
${loadB(problem, walk)}
${storeRow(problem, walk.bm)}
var<workgroup> sums: array<f32, ${tile.threads * tile.together}>;

@compute @workgroup_size(${tile.threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
${indent(mainBody(problem, tile), 2)}
}
`;
}

// Binding 2, the addend of an epilogue, and `store_row`, which stores nothing behind the last row.
function storeRow({ m, batch, epilogue, isBiasByRow }: VectorProblem, rows: number): string {
  const { adds } = specOf(epilogue);
  const at = batch > 1 ? `layer * ${m}u + row` : 'row';
  const place = adds === 'residual' ? at : isBiasByRow ? 'row' : '0u';
  const store = `c[${at}] = ${finished(epilogue, 'sum', `added[${place}]`)};`;
  const finish = finishFunction(epilogue, 'f32');
  return `@group(0) @binding(2) var<storage, read_write> c: array<f32>;
${adds === 'nothing' ? '' : `@group(0) @binding(3) var<storage, read> added: array<f32>; // ${adds}\n`}${finish === '' ? '' : `\n${finish}`}
fn store_row(row: u32, sum: f32${batch > 1 ? ', layer: u32' : ''}) {
${indent(guarded(m % rows === 0 ? [] : [`row < ${m}u`], store), 2)}
}
`;
}

function mainBody(problem: VectorProblem, tile: VectorTile): string {
  const { m, k, grid } = problem;
  const { lanes, together } = tile;
  const blocks = Math.ceil(m / rowsOf(tile));
  const step = stepOf(tile);
  return `let block = group.y * ${grid[0]}u + group.x;
${grid[0] * grid[1] > blocks ? `${guarded([`block >= ${blocks}u`], 'return;')}\n` : ''}let lane = thread % ${lanes}u;
let first_row = block * ${rowsOf(tile)}u + thread / ${lanes}u * ${together}u;
${each(together, (r) => `var s${r} = vec4f();`, ' ')}
for (var step = 0u; step < ${Math.ceil(k / step)}u; step++) {
  let k = step * ${step}u + lane * 4u;
${indent(stepText(problem, tile), 2)}
}
${fold(problem, tile)}`;
}

function stepText({ batch }: VectorProblem, { lanes, together, unroll }: VectorTile): string {
  const layer = batch > 1 ? ', group.z' : '';
  const at = (u: number) => plus('k', u * 4 * lanes);
  return [
    each(unroll, (u) => `let v${u} = load_b(0u, ${at(u)}${layer});`),
    each(unroll, (u) =>
      each(together, (r) => `let w${r}_${u} = load_a(${plus('first_row', r)}, ${at(u)}${layer});`),
    ),
    each(unroll, (u) => each(together, (r) => `s${r} = fma(w${r}_${u}, v${u}, s${r});`)),
  ].join('\n');
}

function fold({ batch }: VectorProblem, { threads, lanes, together }: VectorTile): string {
  const place = (r: number, more = 0) => `sums[${plus('thread', r * threads + more)}]`;
  const spans = Array.from({ length: Math.log2(lanes) }, (_, i) => lanes / 2 ** (i + 1));
  const halve = (span: number) => `// The other half's sums are there.
workgroupBarrier();
if (lane < ${span}u) {
${indent(
  each(together, (r) => `${place(r)} += ${place(r, span)};`),
  2,
)}
}`;
  const layer = batch > 1 ? ', group.z' : '';
  return `${each(together, (r) => `${place(r)} = (s${r}.x + s${r}.y) + (s${r}.z + s${r}.w);`)}
${spans.map(halve).join('\n')}
if (lane == 0u) {
${indent(
  each(together, (r) => `store_row(${plus('first_row', r)}, ${place(r)}${layer});`),
  2,
)}
}`;
}
