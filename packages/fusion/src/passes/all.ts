// The passes, and their order. Each is a function from a graph to a graph that gives the same outputs.
import type { Graph } from '../graph/types.ts';
import { print } from '../text/print.ts';
import { shareSubexpressions } from './common-subexpressions.ts';
import { withoutDeadCode } from './dead-code.ts';
import { foldConstants } from './fold-constants.ts';
import { orderForMemory } from './order.ts';
import { rewrite } from './rewrite.ts';
import type { Rule } from './rule.ts';
import { choices } from './rules/choices.ts';
import { folds } from './rules/folds.ts';
import { identities } from './rules/identities.ts';
import { layout } from './rules/layout.ts';
import { products } from './rules/products.ts';
import { signs } from './rules/signs.ts';
import { slopes } from './rules/slopes.ts';
import { strength } from './rules/strength.ts';
import { views } from './rules/views.ts';

/** A step from a graph to a better one. */
export interface GraphPass {
  readonly name: string;
  readonly run: (graph: Graph) => Graph;
}

/** Every rewrite, in the order in which they are tried at a node. */
export const rules: readonly Rule[] = [
  ...identities,
  ...signs,
  ...views,
  ...choices,
  ...folds,
  ...strength,
  ...layout,
  ...products,
  ...slopes,
];

/** The passes in their order: what is the same is found before readers are counted, and what is dead is dropped last. */
export const graphPasses: readonly GraphPass[] = [
  { name: 'constant folding', run: foldConstants },
  { name: 'common subexpressions', run: shareSubexpressions },
  { name: 'rewrites', run: (graph) => rewrite(graph, rules) },
  { name: 'dead code', run: withoutDeadCode },
];

/**
 * The graph after all passes, repeated until none changes anything, in an order that keeps little alive. Gradients are taken before: a `detach` is gone afterwards.
 */
export function optimise(graph: Graph, passes: readonly GraphPass[] = graphPasses): Graph {
  let [current, text] = [graph, print(graph)];
  for (;;) {
    const better = passes.reduce((each, { run }) => run(each), current);
    const written = print(better);
    if (written === text) return orderForMemory(better);
    [current, text] = [better, written];
  }
}
