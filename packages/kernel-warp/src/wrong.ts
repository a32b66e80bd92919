// Rungs with one mistake each, which the check must reject for the reason that the mistake gives.
import type { Fault } from '@kernel-ladder/harness';
import type { FaultTable } from '@kernel-ladder/kernel-kit';
import type { WarpCase } from './cases/kinds.ts';
import { sumFaults } from './wrong/sums.ts';
import { voteFaults } from './wrong/votes.ts';

/** The faults of lanes that work together. */
export const wrong: readonly Fault<WarpCase>[] = [...sumFaults, ...voteFaults];

/** Which faults stand for a class of mistakes, or why none does. */
export const faultTable: FaultTable = {
  index: ['one-lane-off', 'next-lane', 'half-a-partition'],
  bound: ['dropped-tail', 'one-round-short', 'lost-share', 'lost-end-of-a-vec4'],
  terms: ['twice-the-same-half', 'counts-itself', 'lost-partial-subgroup'],
  start: 'sums begin with what a lane holds, and counters are a barrier’s',
  barrier: ['missing-barrier', 'no-wait', 'barrier-not-reset'],
  mask: ['absent-lane-counts'],
  precision: ['half-precision'],
  lookup: ['first-key-for-all', 'own-key-in-turn'],
  stale: ['barrier-not-reset'],
  operation: ['any-for-all'],
  row: ['last-but-one', 'row-of-another'],
  inclusion: ['inclusive-for-exclusive', 'one-lane-late'],
  carry: ['lost-carry', 'lost-subgroup'],
};
