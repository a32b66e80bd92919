// Faults of the rungs, which the check must reject: each is what a bug in a real implementation would do.
import { edit, mutate } from '@kernel-ladder/harness';
import type { Fault, Pass, Plan } from '@kernel-ladder/harness';
import { strideOf } from './cases/kind.ts';
import type { AllreduceCase } from './cases/kind.ts';

/** One mistake each. */
export const wrong: readonly Fault<AllreduceCase>[] = [
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
    name: 'divides-often',
    summary: 'divides a mean whenever it stores',
    of: 'tree',
    change: edit('step.wgsl', 'OP == 1u && is_complete', 'OP == 1u'),
    answer: 'wrong-value',
    takes: ({ op }) => op === 'mean',
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
    name: 'stale-rank',
    summary: 'forwards what the sender began with',
    of: 'double-tree',
    change: edit('step.wgsl', 'if (term >= 0x80000000u) {', 'if (false) {'),
    answer: 'wrong-value',
  },
  {
    name: 'low-precision',
    summary: 'sends halves where floats are due',
    of: 'halving-doubling',
    change: edit(
      'step.wgsl',
      'return vec4<Element>(total);',
      'return vec4<Element>(quantizeToF16(vec4f(total)));',
    ),
    answer: 'wrong-value',
    takes: ({ dtype }) => dtype === 'f32',
  },
  {
    name: 'short-chunks',
    summary: 'leaves the elements behind the last whole quad of a shard where they are',
    of: 'hierarchical',
    change: edit('step.wgsl', 'let last = (count + 3u) / 4u - 1u;', 'let last = max(count / 4u, 1u) - 1u;'),
    answer: 'unwritten',
    at: isBehindQuads,
    takes: ({ place }) => place === 'out',
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
  {
    name: 'unstaged',
    summary: 'overwrites vectors that others still read',
    of: 'one-shot',
    change: withoutStaging,
    answer: 'wrong-value',
    takes: ({ place, ranks }) => place === 'in' && ranks > 1,
  },
  {
    name: 'past-end',
    summary: 'stores whole quads at the end of a vector',
    of: 'two-shot',
    change: edit('step.wgsl', 'if (rest >= 4u) {', 'if (true) {'),
    answer: 'out-of-bounds',
  },
  {
    name: 'truncated',
    summary: 'forgets the elements behind the last whole quad',
    of: 'fused',
    change: edit('fused.wgsl', 'if (4u * quad >= N) {', 'if (4u * quad + 3u >= N) {'),
    answer: 'unwritten',
    at: isBehindQuads,
    takes: ({ place }) => place === 'out',
  },
];

function isBehindQuads(index: number, params: AllreduceCase): boolean {
  return index % strideOf(params) >= params.n - (params.n % 4);
}

// In place, so that a partial sum is there to be lost or added to; every rank has a chunk, so that no step is empty.
function isFullRing({ place, ranks, n }: AllreduceCase): boolean {
  return place === 'in' && ranks > 1 && n >= 4 * ranks;
}

// The copy of all inputs comes first, then as many steps of the reduce-scatter as of the all-gather.
function lastOfReduceScatter({ passes }: Plan): number {
  return (passes.length - 1) / 2;
}

function changePass(plan: Plan, index: number, change: (pass: Pass) => readonly Pass[]): Plan {
  return { ...plan, passes: plan.passes.flatMap((pass, at) => (at === index ? change(pass) : [pass])) };
}

// Moves are the rows of a grid.
function withoutLastMove(pass: Pass): Pass {
  const [x, moves, z] = pass.workgroups;
  return { ...pass, workgroups: [x, moves - 1, z] };
}

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

// A one-shot in place copies inputs, stages and combines. Without the staging ranks read where others have already
// written: which of them came first is no matter of luck where each move is a dispatch of its own.
function withoutStaging({ passes: [copy, , combine], ...plan }: Plan): Plan {
  if (!copy || !combine) throw new Error('a one-shot in place has three passes');
  const [x, moves, z] = combine.workgroups;
  const reading = mutate(combine.wgsl, 'if (term >= 0x80000000u) {', 'if (true) {');
  const alone = Array.from({ length: moves }, (_, move): Pass => ({
    ...combine,
    wgsl: mutate(reading, 'let record = group.y * RECORD;', `let record = ${move}u * RECORD;`),
    workgroups: [x, 1, z],
  }));
  return { ...plan, passes: [copy, ...alone] };
}
