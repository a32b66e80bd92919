// Rungs with one mistake each, which the check must reject for the reason that the mistake gives.
import type { Fault } from '@kernel-ladder/harness';
import type { FaultTable } from '@kernel-ladder/kernel-kit';
import { isTable } from './cases/kinds.ts';
import type { KeyCase, SortCase } from './cases/kinds.ts';
import { networkFaults } from './wrong/networks.ts';
import { radixFaults } from './wrong/radix.ts';
import { sweepFaults } from './wrong/sweeps.ts';
import { tableFaults } from './wrong/tables.ts';

/** The faults of the family. */
export const wrong: readonly Fault<KeyCase>[] = [
  ...[...networkFaults, ...radixFaults, ...sweepFaults].map(ofSorting),
  ...tableFaults,
];

type SortFault = Omit<Fault<SortCase>, 'at'>;

function ofSorting({ takes, change, ...fault }: SortFault): Fault<KeyCase> {
  return {
    ...fault,
    takes: (params) => !isTable(params) && (takes?.(params) ?? true),
    // Of a table no rung that sorts has a plan to change.
    change: (plan, params, device) => (isTable(params) ? plan : change(plan, params, device)),
  };
}

/** Which faults stand for a class of mistakes, or why none does. */
export const faultTable: FaultTable = {
  index: ['forgets-to-mirror', 'never-goes-on'],
  bound: ['dropped-last', 'gives-up', 'tail-counts'],
  terms: ['ranks-alike'],
  start: ['own-first-row'],
  barrier: ['missing-barrier'],
  mask: 'every key counts',
  precision: ['low-bits-ignored'],
  lookup: ['values-of-the-place', 'next-tile'],
  stale: ['old-counters'],
  operation: ['descends', 'half-digit', 'unsigned'],
  row: ['unstable'],
  inclusion: ['counts-itself'],
  carry: ['lost-blocks', 'never-falls-back', 'own-tile-alone'],
};
