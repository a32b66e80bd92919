// Rungs with one realistic mistake each, which the check must reject.
import type { Fault } from '@kernel-ladder/harness';
import type { FaultTable } from '@kernel-ladder/kernel-kit';
import type { SoftmaxCase } from './cases.ts';
import { subgroupFaults } from './wrong/subgroups.ts';
import { sweepFaults } from './wrong/sweeps.ts';

/** The faults of a softmax. */
export const wrong: readonly Fault<SoftmaxCase>[] = [...sweepFaults, ...subgroupFaults];

/** Which faults stand for a class of mistakes. */
export const faultTable: FaultTable = {
  index: ['reversed', 'wrong-subgroup'],
  bound: ['dropped-first', 'dropped-last', 'past-row'],
  terms: ['partial-max', 'padding-counts'],
  start: ['zero-maximum'],
  barrier: ['missing-barrier'],
  mask: ['mask-ignored', 'mask-inverted', 'masked-maximum'],
  precision: ['half-precision', 'rounded-logits'],
  lookup: ['next-mask', 'scale-forgotten', 'scaled-twice'],
  stale: ['unwritten-row'],
  operation: ['divides-by-max'],
  row: ['next-row'],
  inclusion: 'a row counts whole',
  carry: ['no-rescale', 'merged-unscaled', 'dropped-tail'],
};
