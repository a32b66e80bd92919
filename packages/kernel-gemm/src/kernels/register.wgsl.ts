// Register-blocked multiply, fully unrolled: the generator writes every accumulator by name.
//
// A workgroup owns bm x bn of C, a thread tm x tn of it in four-by-four blocks. Per step of bk along K:
//   1. everyone has finished with the previous slices (barrier), then stores what it holds into workgroup memory;
//   2. after the second barrier it starts the loads of the next slices, which arrive while
//   3. it multiplies: per k one column of A and one row of B, read as vec4, make tm x tn multiply-adds.
// A is turned on its way in: a thread loads four rows of a vec4 each and stores four columns, so that the inner
// loop reads both operands as vec4. Half of the threads bring A, half B; which half is uniform in a subgroup.
// Every workgroup-memory index is a `let` of the thread's index by * / % and constants, which Tint proves in range;
// every loop counts from 0 to a constant by 1. So the default robustness checks cost nothing.
import { loadA, loadB, storeC } from './access.ts';
import type { Operand } from './access.ts';
import { declareHeld, deposit, fetch, nameShares } from './staging.ts';
import type { StagingLayout } from './staging.ts';
import { each, indent, plus, tileOrder } from './text.ts';

/** Tile of a workgroup (bm x bn x bk) and of a thread (tm x tn). */
export interface RegisterTile {
  readonly bm: number;
  readonly bn: number;
  readonly bk: number;
  readonly tm: number;
  readonly tn: number;
  /** Steps along k written out in a row; a loop does the rest of bk. */
  readonly unroll: number;
  /** Whether the next slices are loaded while the present ones are multiplied. */
  readonly prefetch: boolean;
  /** Rows of tiles walked together, for the last-level cache. */
  readonly band: number;
}

/** The product to write a kernel for. */
export interface RegisterProblem {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly input: Operand;
  readonly grid: readonly [x: number, y: number, z: number];
}

/** The tile that the ladder runs. */
export const registerTile: RegisterTile = { bm: 128, bn: 128, bk: 16, tm: 8, tn: 8, unroll: 16, prefetch: true, band: 8 };

/** Threads of a workgroup. */
export function registerThreads(tile: RegisterTile): number {
  return (tile.bm / tile.tm) * (tile.bn / tile.tn);
}

/** Writes the kernel of one product. */
export function registerKernel(problem: RegisterProblem, tile: RegisterTile = registerTile): string {
  const layout = layOut(tile);
  const { m, n, k } = problem;
  return `// C[${m}, ${n}] = A[${m}, ${k}] · B[${k}, ${n}]: tiles of ${tile.bm} x ${tile.bn} x ${tile.bk}, ${tile.tm} x ${tile.tn} per thread.
${loadA(problem, tile)}
${loadB(problem, tile)}
${storeC(problem, tile)}
// Slices of A (columns, one vec4 of padding each, against bank conflicts) and of B (rows).
var<workgroup> slice_a: array<vec4f, ${tile.bk * layout.strideA}>;
var<workgroup> slice_b: array<vec4f, ${tile.bk * layout.strideB}>;

@compute @workgroup_size(${layout.threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
${indent(mainBody(problem, layout), 2)}
}
`;
}

interface Layout extends RegisterTile, StagingLayout {
  /** Threads of a subgroup of 32 along N; the others lie along M. */
  readonly lanesN: number;
}

function layOut(tile: RegisterTile): Layout {
  const { bm, bn, bk, tm, tn, unroll } = tile;
  const threads = registerThreads(tile);
  const lanesN = Math.min(8, bn / tn);
  const isPossible = [bm / tm, bn / tn, tm / 4, tn / 4, bk / 4, bk / unroll, threads / 32, bn / tn / lanesN, ((bm / tm) * lanesN) / 32];
  if (!isPossible.every(Number.isInteger)) {
    throw new Error(`tile ${JSON.stringify(tile)}: bm/tm, bn/tn, tm/4, tn/4, bk/4 and subgroups of 32 must come out even`);
  }
  return { ...tile, threads, strideA: bm / 4 + 1, strideB: bn / 4, lanesN };
}

function mainBody(problem: RegisterProblem, layout: Layout): string {
  const { bm, bn, tm, tn, bk } = layout;
  const rows = Math.ceil(problem.m / bm);
  const columns = Math.ceil(problem.n / bn);
  const steps = Math.ceil(problem.k / bk);
  return `${tileOrder({ rows, columns, band: layout.band, grid: problem.grid })}
let first_row = tile_row * ${bm}u;
let first_column = tile_column * ${bn}u;

${threadPlace(layout)}

${nameShares(layout)}
${declareHeld(layout)}

// One row of accumulators per row of the subtile.
${each(tm, (r) => each(tn / 4, (j) => `var c${r}_${j} = vec4f();`, ' '))}

${loopOverSlices(layout, steps)}

${each(tm, (r) => each(tn / 4, (j) => writeBack(layout, r, j)))}`;
}

function loopOverSlices(layout: Layout, steps: number): string {
  const { bk, prefetch } = layout;
  const next = `if (step + 1u < ${steps}u) {
  let next_k = (step + 1u) * ${bk}u;
${indent(fetch(layout, 'next_k + '), 2)}
}
`;
  const now = `let this_k = step * ${bk}u;\n${fetch(layout, 'this_k + ')}\n`;
  return `${prefetch ? `${fetch(layout, '')}\n` : ''}for (var step = 0u; step < ${steps}u; step++) {
${prefetch ? '' : indent(now, 2)}  // Everyone has finished with the previous slices.
  workgroupBarrier();
${indent(deposit(layout), 2)}
  // Both slices are complete.
  workgroupBarrier();
${prefetch ? indent(next, 2) : ''}${indent(multiplySlices(layout), 2)}
}`;
}

// A subgroup of 32 covers a compact block, so that its reads of a slice hit few distinct vec4s. Only speed depends
// on that: the mapping is a bijection for any subgroup size.
function threadPlace({ bn, tn, lanesN }: Layout): string {
  const lanesM = 32 / lanesN;
  const across = bn / tn / lanesN;
  return `// Place of this thread: x along N, y along M.
let subtile = thread / 32u;
let x = subtile % ${across}u * ${lanesN}u + thread % ${lanesN}u;
let y = subtile / ${across}u * ${lanesM}u + thread % 32u / ${lanesN}u;`;
}

function multiplySlices(layout: Layout): string {
  const { bk, unroll, strideA, strideB } = layout;
  const block = (a: string, b: string) => each(unroll, (k) => multiply(layout, { k, a, b }));
  if (unroll === bk) return block('y', 'x');
  return `for (var block = 0u; block < ${bk / unroll}u; block++) {
${indent(block(`y + block * ${unroll * strideA}u`, `x + block * ${unroll * strideB}u`), 2)}
}`;
}

/** One step along k of a block, and where the block begins in the slices. */
interface Step {
  readonly k: number;
  readonly a: string;
  readonly b: string;
}

function multiply(layout: Layout, step: Step): string {
  const { tm, tn, bm, bn, strideA, strideB } = layout;
  const { k } = step;
  const a = (block: number) => `let a${block} = slice_a[${plus(step.a, k * strideA + (block * bm) / tm)}];`;
  const b = (block: number) => `let b${block} = slice_b[${plus(step.b, k * strideB + (block * bn) / tn)}];`;
  const row = (r: number) => each(tn / 4, (j) => accumulate(r, j), ' ');
  return `{ // k = ${k} of the block
  ${each(tm / 4, a, ' ')} ${each(tn / 4, b, ' ')}
${indent(each(tm, row), 2)}
}`;
}

function accumulate(row: number, column: number): string {
  return `c${row}_${column} = fma(vec4f(a${Math.floor(row / 4)}.${'xyzw'[row % 4]}), b${column}, c${row}_${column});`;
}

function writeBack({ bm, bn, tm, tn }: Layout, row: number, column: number): string {
  const down = Math.floor(row / 4) * (bm / tm) * 4 + (row % 4);
  const right = column * (bn / tn) * 4;
  return `store_c(${plus('first_row + y * 4u', down)}, ${plus('first_column + x * 4u', right)}, c${row}_${column});`;
}
