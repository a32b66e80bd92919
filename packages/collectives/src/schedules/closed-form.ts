// Steps and traffic of each algorithm without walking its schedule.
import type { Algorithm } from './algorithm.ts';
import type { Shape } from './shape.ts';

/** What an algorithm does in all. */
export interface ClosedForm {
  readonly steps: number;
  /** Elements that leave a rank, summed over ranks and steps; times the element size, the bytes on the network. */
  readonly sentElements: number;
}

/**
 * Steps and elements sent of an algorithm, exact for any shape. Every algorithm but the one-shot sends the least that
 * a reduction and a broadcast need, 2(n − 1) vectors: they differ in steps and in how evenly links are used.
 */
export function closedForm(algorithm: Algorithm, shape: Shape): ClosedForm {
  const { ranks, elements } = shape;
  const vectors = algorithm === 'one-shot' ? ranks * (ranks - 1) : 2 * (ranks - 1);
  return { steps: stepsOf[algorithm](shape), sentElements: vectors * elements };
}

const stepsOf: { readonly [Name in Algorithm]: (shape: Shape) => number } = {
  ring: ({ ranks }) => 2 * (ranks - 1),
  tree: ({ ranks }) => 2 * Math.ceil(Math.log2(ranks)),
  'double-tree': ({ ranks }) => 2 * Math.ceil(Math.log2(ranks)),
  // One level for each doubling, and one to fold where doubling does not end at the ranks.
  'halving-doubling': ({ ranks }) => 2 * Math.ceil(Math.log2(ranks)),
  'one-shot': ({ ranks }) => Math.min(1, ranks - 1),
  'two-shot': ({ ranks }) => 2 * Math.min(1, ranks - 1),
  hierarchical: ({ ranks, nodes = 1 }) => 2 * (ranks / nodes - 1) + 2 * (nodes - 1),
};
