// Rungs with one mistake each, which the check must reject for the reason that the mistake gives.
import type { Fault } from '@kernel-ladder/harness';
import type { FaultTable } from '@kernel-ladder/kernel-kit';
import type { SparseCase } from './cases/kinds.ts';
import { mergeFaults } from './wrong/merge.ts';
import { rowFaults } from './wrong/rows.ts';
import { segmentedFaults } from './wrong/segmented.ts';
import { vectorFaults } from './wrong/vectors.ts';

/** Which faults stand for a class of mistakes, or why none does. */
export const faultTable: FaultTable = {
  index: ['along-rows', 'turned-block'],
  bound: ['entry-short', 'past-last-row', 'last-vectors', 'neighbours'],
  terms: ['half-of-entries', 'lanes-left-out', 'first-chunk', 'last-entries'],
  start: ['keeps-sum'],
  barrier: ['missing-barrier'],
  mask: ['padding-counts'],
  precision: ['half-precision'],
  lookup: ['own-column', 'first-block', 'first-vector', 'own-entry'],
  stale: ['skips-empty', 'one-of-two', 'empty-unwritten'],
  operation: ['takes-off'],
  row: ['next-row'],
  inclusion: ['past-its-end', 'tile-begins-late', 'begins-with-the-tile'],
  carry: [
    'no-carries',
    'one-carry',
    'long-rows-left-out',
    'other-subgroups',
    'over-row-ends',
    'past-ends-of-lanes',
    'rounds-apart',
    'late-alone',
    'begins-first',
    'one-tile-back',
    'long-rows-late',
  ],
};

/** The faults of all rungs. */
export const wrong: readonly Fault<SparseCase>[] = [
  ...rowFaults,
  ...mergeFaults,
  ...segmentedFaults,
  ...vectorFaults,
];
