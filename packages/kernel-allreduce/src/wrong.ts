// Kernels and schedules with a known fault, which the check must reject.
import type { Variant } from '@kernel-ladder/harness';
import type { AllreduceCase } from './kinds.ts';
import { stepwise } from './step-plans.ts';

/** The faults of an allreduce, one each. */
export const wrong: readonly Variant<AllreduceCase>[] = [
  { name: 'dropped-chunk', summary: 'loses one message of a ring', plan: stepwise('dropped-chunk') },
  { name: 'double-add', summary: 'delivers the same partial sums twice', plan: stepwise('double-add') },
  {
    name: 'stale-rank',
    summary: 'forwards what the sender began with',
    plan: stepwise('ring', 'wrong/stale-rank.wgsl'),
  },
  {
    name: 'last-rank-stale',
    summary: 'leaves the last rank out of the broadcast',
    plan: stepwise('last-rank-stale'),
  },
  {
    name: 'truncated-chunks',
    summary: 'forgets what the ranks do not divide',
    plan: stepwise('truncated-chunks'),
  },
  {
    name: 'divides-often',
    summary: 'divides a mean whenever it stores',
    plan: stepwise('tree', 'wrong/divides-often.wgsl'),
  },
  {
    name: 'own-first',
    summary: 'adds in another order on every rank',
    plan: stepwise('one-shot', 'wrong/own-first.wgsl'),
  },
  { name: 'unstaged', summary: 'overwrites vectors that others still read', plan: stepwise('unstaged') },
  {
    name: 'past-end',
    summary: 'stores whole quads at the end of a vector',
    plan: stepwise('two-shot', 'wrong/past-end.wgsl'),
  },
  {
    name: 'low-precision',
    summary: 'sends halves where floats are due',
    plan: stepwise('halving-doubling', 'wrong/low-precision.wgsl'),
  },
];
