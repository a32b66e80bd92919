// Loses, repeats or misplaces what ranks exchange.
import { edit } from '@kernel-ladder/harness';
import type { Fault, Plan } from '@kernel-ladder/harness';
import { strideOf } from '../cases/kind.ts';
import type { AllreduceCase } from '../cases/kind.ts';
import { changePass, isFullRing, lastOfReduceScatter, withoutLastMove } from './changes.ts';

/** Faults of this class. */
export const wrongExchanges: readonly Fault<AllreduceCase>[] = [
  {
    name: 'last-rank-stale',
    summary: 'leaves the last rank out of the broadcast',
    of: 'naive',
    change: (plan) => changePass(plan, plan.passes.length - 1, (pass) => [withoutLastMove(pass)]),
    answer: 'unwritten',
    at: (index, params) => index >= (params.ranks - 1) * strideOf(params),
    // In place the last rank has its own vector to show.
    takes: ({ place, ranks }) => place === 'out' && ranks > 1,
  },
  {
    name: 'dropped-chunk',
    summary: 'loses one message of a ring',
    of: 'ring',
    change: (plan) => changePass(plan, lastOfReduceScatter(plan), (pass) => [withoutLastMove(pass)]),
    answer: 'wrong-value',
    takes: isFullRing,
  },
  {
    name: 'double-add',
    summary: 'delivers the same partial sums twice',
    of: 'ring',
    // Sent again after a timeout, although the first copy had arrived.
    change: (plan) => changePass(plan, lastOfReduceScatter(plan), (pass) => [pass, pass]),
    answer: 'wrong-value',
    takes: isFullRing,
  },
  {
    name: 'nodes-apart',
    summary: 'exchanges nothing between nodes',
    of: 'hierarchical',
    change: withinNodes,
    answer: 'wrong-value',
    takes: ({ place, n, ranks, nodes }) => place === 'in' && nodes > 1 && ranks > nodes && n >= 4 * ranks,
  },
  {
    name: 'own-first',
    summary: 'adds in another order on every rank',
    of: 'one-shot',
    change: beginWithOwn,
    answer: 'wrong-value',
    // Every rank is within the bound, but not all have the same bits.
    at: (index, params) => index >= strideOf(params),
  },
];

// In a one-shot every rank has one move, with a term for each rank in order.
function beginWithOwn(plan: Plan): Plan {
  const first = edit('step.wgsl', 'moves[record + 4u],', 'moves[record + 4u + group.y % terms],');
  const others = edit(
    'step.wgsl',
    'moves[record + 4u + term]',
    'moves[record + 4u + (group.y + term) % terms]',
  );
  return others(first(plan));
}

// The copy of all inputs, a reduce-scatter inside each node, the exchange of the nodes, an all-gather inside each node.
function withinNodes(plan: Plan, { ranks, nodes }: AllreduceCase): Plan {
  const inside = ranks / nodes - 1;
  const steps = plan.passes.slice(1);
  return {
    ...plan,
    passes: [...plan.passes.slice(0, 1), ...steps.slice(0, inside), ...steps.slice(steps.length - inside)],
  };
}
