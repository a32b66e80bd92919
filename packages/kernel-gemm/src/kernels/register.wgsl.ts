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
import { loadA, loadB, storeC } from './register/access.ts';
import type { Operand } from './register/access.ts';
import { layOut } from './register/layout.ts';
import type { Layout, RegisterTile } from './register/layout.ts';
import { multiplySlices, placeThread, writeBack } from './register/product.ts';
import { declareHeld, deposit, fetch, nameShares } from './register/staging.ts';
import { each, indent, tileOrder } from './text.ts';

export { registerThreads } from './register/layout.ts';
export type { RegisterTile } from './register/layout.ts';

/** The product to write a kernel for. */
export interface RegisterProblem {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly input: Operand;
  readonly grid: readonly [x: number, y: number, z: number];
}

/** The tile that the ladder runs. */
export const registerTile: RegisterTile = {
  bm: 256,
  bn: 128,
  bk: 8,
  tm: 16,
  tn: 8,
  unroll: 8,
  prefetch: true,
  band: 8,
};

/** Writes the kernel of one product. */
export function registerKernel(problem: RegisterProblem, tile: RegisterTile = registerTile): string {
  const layout = layOut(tile);
  const { m, n, k } = problem;
  return `// C[${m}, ${n}] = A[${m}, ${k}] · B[${k}, ${n}]: tiles of ${tile.bm} x ${tile.bn} x ${tile.bk}, ${tile.tm} x ${tile.tn} per thread.
${loadA(problem, tile)}
${loadB(problem, tile)}
${storeC(problem, tile)}
// Slices of A, by columns, each padded by a vec4, and of B, by rows.
var<workgroup> slice_a: array<vec4f, ${tile.bk * layout.strideA}>;
var<workgroup> slice_b: array<vec4f, ${tile.bk * layout.strideB}>;

@compute @workgroup_size(${layout.threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
${indent(mainBody(problem, layout), 2)}
}
`;
}

function mainBody(problem: RegisterProblem, layout: Layout): string {
  const { bm, bn, tm, tn, bk } = layout;
  const rows = Math.ceil(problem.m / bm);
  const columns = Math.ceil(problem.n / bn);
  const steps = Math.ceil(problem.k / bk);
  return `${tileOrder({ rows, columns, band: layout.band, grid: problem.grid })}
let first_row = tile_row * ${bm}u;
let first_column = tile_column * ${bn}u;

${placeThread(layout)}

${nameShares(layout)}
${declareHeld(layout)}

// The sums, one row a line.
${each(tm, (r) => each(tn / 4, (j) => `var c${r}_${j} = vec4f();`, ' '))}

${loopOverSlices(layout, steps)}

${writeBack(layout)}`;
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
