// Rungs with one mistake each, which the check must reject for the reason that the mistake gives.
import type { Fault } from '@kernel-ladder/harness';
import type { FaultTable } from '@kernel-ladder/kernel-kit';
import type { AtomicsCase } from './cases/kinds.ts';
import { graphFaults } from './wrong/graphs.ts';
import { histogramFaults } from './wrong/histograms.ts';
import { listFaults } from './wrong/lists.ts';

/** The faults of atomics. */
export const wrong: readonly Fault<AtomicsCase>[] = [...histogramFaults, ...listFaults, ...graphFaults];

/** Which faults stand for a class of mistakes, or why none does. */
export const faultTable: FaultTable = {
  index: ['next-bin', 'lane-below', 'side-by-side', 'swapped-rows'],
  bound: ['dropped-tail', 'place-behind', 'one-round'],
  terms: ['loads-and-stores', 'same-place', 'lost-keys', 'once-each', 'lost-part', 'claims-alike'],
  start: ['counts-on', 'old-counts'],
  barrier: ['early-flush', 'stale-states'],
  mask: ['keeps-zeros'],
  precision: 'counts and words have no digits to lose',
  lookup: ['first-slot', 'other-step', 'same-range'],
  stale: ['last-workgroup'],
  operation: ['greatest-term'],
  row: ['one-end', 'one-way'],
  inclusion: ['counts-itself'],
  carry: ['lost-copy', 'no-request', 'every-lane-asks', 'sum-for-prefix', 'window-begins-late'],
};
