// How the kernels are launched: over all chunks at once by the planned rungs, over one by a slot of a pipeline.
import { notApplicable, wgsl } from '@kernel-ladder/harness';
import type { Pass, PlanCase, Wgsl } from '@kernel-ladder/harness';
import { gridOf } from '@kernel-ladder/kernel-kit';
import { isBatch } from './cases.ts';
import type { StreamCase } from './cases.ts';

/** A kernel and its grid. */
export interface Stage {
  readonly wgsl: Wgsl;
  readonly workgroups: Pass['workgroups'];
}

// Of a workgroup of the chain, and of a product.
const [tileNumbers, tileRows] = [1024, 64];

/** Chains over `n` numbers. */
export function chainStage(n: number, rounds: number): Stage {
  const workgroups = gridOf(Math.ceil(n / tileNumbers));
  return { wgsl: wgsl('chain.wgsl', { N: n, ROUNDS: rounds, GRID_X: workgroups[0] }), workgroups };
}

/** As many products of m × m as there are layers. */
export function productStage(m: number, products: number): Stage {
  const tiles = Math.ceil(m / tileRows);
  return { wgsl: wgsl('product.wgsl', { M: m }), workgroups: [tiles, tiles, products] };
}

/** The chains of a case in one launch; the number of slots is a pipeline's. */
export const chains: PlanCase<StreamCase> = (params) => {
  if (isBatch(params) || params.slots > 0) return notApplicable('is the kernel of the chains alone');
  const stage = chainStage(params.bytes / 4, params.rounds);
  return { passes: [{ ...stage, bindings: ['x', 'y'] }], implBytes: 2 * params.bytes, longestSum: 1 };
};

/** The products of a case in one launch. */
export const products: PlanCase<StreamCase> = (params) => {
  if (!isBatch(params) || params.slots > 0) return notApplicable('is the kernel of the products alone');
  const stage = productStage(params.m, params.products);
  const tiles = Math.ceil(params.m / tileRows);
  // Each tile reads a stripe of both operands.
  const implBytes = 4 * params.products * (2 * tiles + 1) * params.m ** 2;
  return { passes: [{ ...stage, bindings: ['a', 'b', 'c'] }], implBytes, longestSum: params.m };
};
