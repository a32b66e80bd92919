// Rungs with one mistake each, which the check must reject for the reason that the mistake gives.
import type { Fault } from '@kernel-ladder/harness';
import type { FaultTable } from '@kernel-ladder/kernel-kit';
import type { ScanCase } from './cases.ts';
import { levelFaults } from './wrong/levels.ts';
import { tileFaults } from './wrong/tiles.ts';

/** The faults of a scan. */
export const wrong: readonly Fault<ScanCase>[] = [...levelFaults, ...tileFaults];

/** Which faults stand for a class of mistakes. */
export const faultTable: FaultTable = {
  index: ['wrong-sibling', 'wrong-subgroup'],
  bound: ['dropped-first', 'dropped-tail'],
  terms: ['counts-past-prefix', 'own-tile-twice'],
  start: ['own-first'],
  barrier: ['missing-barrier', 'stale-states'],
  mask: 'every element counts',
  precision: ['low-precision', 'rounded-elements', 'takes-itself-off'],
  lookup: ['next-offset'],
  stale: ['unwritten-end'],
  operation: ['greater-row'],
  row: 'there is one vector, and no ties',
  inclusion: ['own-element', 'one-behind'],
  carry: ['lost-offset', 'lost-carry', 'never-falls-back', 'forgets-own-tile', 'sums-up-its-own'],
};
