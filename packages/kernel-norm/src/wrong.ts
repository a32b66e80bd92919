// Rungs with one realistic mistake each, which the check must reject.
import type { Fault } from '@kernel-ladder/harness';
import type { FaultTable } from '@kernel-ladder/kernel-kit';
import type { NormCase } from './cases.ts';
import { subgroupFaults } from './wrong/subgroups.ts';
import { sweepFaults } from './wrong/sweeps.ts';

/** The faults of a normalisation. */
export const wrong: readonly Fault<NormCase>[] = [...sweepFaults, ...subgroupFaults];

/** Which faults stand for a class of mistakes. */
export const faultTable: FaultTable = {
  index: ['reversed', 'wrong-subgroup'],
  bound: ['dropped-first', 'dropped-last', 'past-row', 'padded-deviation'],
  terms: ['partial-variance'],
  start: ['counts-one-more'],
  barrier: ['missing-barrier'],
  mask: 'every column counts',
  precision: ['half-sums', 'rounded-elements'],
  lookup: ['next-gamma', 'gamma-by-element', 'swapped-parameters'],
  stale: ['unwritten-row'],
  operation: ['sample-variance', 'no-epsilon', 'no-root'],
  row: ['next-mean'],
  inclusion: 'a row counts whole',
  carry: ['apart-means', 'lost-subgroup'],
};
