// The register-blocked product of the kit on matrices of this family: their storage types and orders, batches, parts of K.
// The epilogue is applied to the sums in registers, before they are stored.
import { blockedKernel, depthOf, loadA, loadB, registerTile } from '@kernel-ladder/kernel-kit';
import type { RegisterTile } from '@kernel-ladder/kernel-kit';
import { storeC } from './register/results.ts';
import type { RegisterProblem } from './register/problem.ts';

export type { RegisterProblem } from './register/problem.ts';

/** Writes the kernel of one product. */
export function registerKernel(problem: RegisterProblem, tile: RegisterTile = registerTile): string {
  const { m, n, k, sum } = problem;
  // Two stages are walked in pairs of slices, of which the last may lie behind K as a whole.
  const step = tile.bk * (tile.stages ?? 1);
  const part = { ...tile, depth: problem.parts > 1 ? depthOf(problem, step) : step };
  return blockedKernel(problem, tile, {
    head: `// C[${m}, ${n}] = A[${m}, ${k}] · B[${k}, ${n}]: tiles of ${tile.bm} x ${tile.bn} x ${tile.bk}, ${tile.tm} x ${tile.tn} per thread.
${about(problem)}${sum === 'f16' ? 'enable f16;\n\n' : ''}`,
    loadA: loadA({ ...problem, ...problem.whole }, part),
    loadB: loadB({ ...problem, ...problem.whole }, part),
    storeC: storeC(problem, part),
  });
}

// What is not the plain product, in words.
function about(problem: RegisterProblem): string {
  const { layout, batch, parts, epilogue, isPersistent, idleFours, whole } = problem;
  const facts = [
    ...(layout[0] === 't' ? ['A is stored as [K, M]'] : []),
    ...(layout[1] === 't' ? ['B is stored as [N, K]'] : []),
    ...(batch > 1 ? [`${batch} products`] : []),
    ...(parts > 1 ? [`K in ${parts} parts`] : []),
    ...(epilogue === 'none' ? [] : [`epilogue ${epilogue}`]),
    ...(whole ? [`A and B are padded to ${whole.m} x ${whole.n} x ${whole.k}`] : []),
    ...(isPersistent ? ['workgroups draw tile after tile'] : []),
    ...(idleFours === undefined ? [] : [`${16 * idleFours} bytes of workgroup memory lie idle`]),
  ];
  return facts.length === 0 ? '' : `// ${facts.join('; ')}.\n`;
}
