// Register-blocked multiply, fully unrolled: the generator writes every accumulator by name.
//
// A workgroup owns bm x bn of C, a thread tm x tn of it in four-by-four blocks. Per step of bk along K:
//   1. everyone has finished with the previous slices (barrier), then stores what it holds into workgroup memory;
//   2. after the second barrier it starts the loads of the next slices, which arrive while
//   3. it multiplies: per k one column of A and one row of B, read as vec4, make tm x tn multiply-adds.
// An operand that lies along K is turned on its way in: a thread loads four rows of a vec4 each and stores four
// columns, so that the inner loop reads both operands as vec4. One stored the other way is copied as it is. Half of
// the threads bring A, half B; which half is uniform in a subgroup.
// The grid's z counts the matrices of a batch, or parts of K whose sums are added up afterwards. The epilogue is
// applied to the sums in registers, before they are stored.
// Every workgroup-memory index is a `let` of the thread's index by * / % and constants, which Tint proves in range;
// every loop counts from 0 to a constant by 1. So the default robustness checks cost nothing.
import { each, indent } from '@kernel-ladder/kernel-kit';
import { loadA, loadB, storeC } from './register/access.ts';
import { layOut } from './register/layout.ts';
import type { Layout, RegisterTile } from './register/layout.ts';
import { depthOf } from './register/problem.ts';
import type { RegisterProblem } from './register/problem.ts';
import { multiplySlices, placeThread, writeBack } from './register/product.ts';
import { declareHeld, deposit, fetch, nameShares } from './register/staging.ts';
import { tileOrder } from './tile-order.ts';

export { registerSharedBytes, registerThreads } from './register/layout.ts';
export type { RegisterTile } from './register/layout.ts';
export type { RegisterProblem } from './register/problem.ts';

/** The tile for large products. */
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
  const layout = layOut(tile, problem.layout, problem.sum);
  const { m, n, k, sum } = problem;
  const { four } = layout;
  const part = { ...tile, depth: problem.parts > 1 ? depthOf(problem, tile.bk) : tile.bk };
  return `// C[${m}, ${n}] = A[${m}, ${k}] · B[${k}, ${n}]: tiles of ${tile.bm} x ${tile.bn} x ${tile.bk}, ${tile.tm} x ${tile.tn} per thread.
${about(problem)}${sum === 'f16' ? 'enable f16;\n\n' : ''}${loadA(problem, part)}
${loadB(problem, part)}
${storeC(problem, part)}
// Slices of A, by columns, ${layout.strideA * 4 > tile.bm ? 'each padded by a vec4, ' : ''}and of B, by rows.
var<workgroup> slice_a: array<${four}, ${tile.bk * layout.strideA}>;
var<workgroup> slice_b: array<${four}, ${tile.bk * layout.strideB}>;

@compute @workgroup_size(${layout.threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
${indent(mainBody(problem, layout), 2)}
}
`;
}

// What is not the plain product, in words.
function about({ layout, batch, parts, epilogue }: RegisterProblem): string {
  const facts = [
    ...(layout[0] === 't' ? ['A is stored as [K, M]'] : []),
    ...(layout[1] === 't' ? ['B is stored as [N, K]'] : []),
    ...(batch > 1 ? [`${batch} products`] : []),
    ...(parts > 1 ? [`K in ${parts} parts`] : []),
    ...(epilogue === 'none' ? [] : [`epilogue ${epilogue}`]),
  ];
  return facts.length === 0 ? '' : `// ${facts.join('; ')}.\n`;
}

function mainBody(problem: RegisterProblem, layout: Layout): string {
  const { bm, bn, tm, tn } = layout;
  const { batch, parts } = problem;
  const rows = Math.ceil(problem.m / bm);
  const columns = Math.ceil(problem.n / bn);
  return `${tileOrder({ rows, columns, band: layout.band, grid: problem.grid })}
let first_row = tile_row * ${bm}u;
let first_column = tile_column * ${bn}u;
${batch * parts > 1 ? 'let layer = group.z;\n' : ''}
${placeThread(layout)}

${nameShares(layout)}
${declareHeld(layout)}

// The sums, one row a line.
${each(tm, (r) => each(tn / 4, (j) => `var c${r}_${j} = ${layout.four}();`, ' '))}

${loopOverSlices(problem, layout)}

${writeBack(layout, batch * parts > 1 ? ', layer' : '')}`;
}

function loopOverSlices(problem: RegisterProblem, layout: Layout): string {
  const { bk, prefetch } = layout;
  const { batch, parts } = problem;
  const steps = depthOf(problem, bk) / bk;
  const more = batch > 1 ? ', layer' : '';
  // Where a part begins along K, in front of a place in it.
  const first = parts > 1 ? `layer * ${steps * bk}u` : '';
  const after = first === '' ? '' : `${first} + `;
  const next = `if (step + 1u < ${steps}u) {
  let next_k = ${after}(step + 1u) * ${bk}u;
${indent(fetch(layout, { k: 'next_k + ', more }), 2)}
}
`;
  const now = `let this_k = ${after}step * ${bk}u;\n${fetch(layout, { k: 'this_k + ', more })}\n`;
  return `${prefetch ? `${fetch(layout, { k: after, more })}\n` : ''}for (var step = 0u; step < ${steps}u; step++) {
${prefetch ? '' : indent(now, 2)}  // Everyone has finished with the previous slices.
  workgroupBarrier();
${indent(deposit(layout), 2)}
  // Both slices are complete.
  workgroupBarrier();
${prefetch ? indent(next, 2) : ''}${indent(multiplySlices(layout), 2)}
}`;
}
