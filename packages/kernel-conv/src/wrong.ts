// Rungs with one realistic mistake each, which the check must reject.
import type { Fault } from '@kernel-ladder/harness';
import type { FaultTable } from '@kernel-ladder/kernel-kit';
import type { ConvCase } from './problem.ts';
import { directFaults } from './wrong/direct.ts';
import { loweredFaults } from './wrong/lowered.ts';
import { poolFaults } from './wrong/pool.ts';
import { winogradFaults } from './wrong/winograd.ts';

/** The faults of convolutions and poolings. */
export const wrong: readonly Fault<ConvCase>[] = [
  ...directFaults,
  ...loweredFaults,
  ...winogradFaults,
  ...poolFaults,
];

/** Which faults stand for a class of mistakes. */
export const faultTable: FaultTable = {
  index: ['flipped-kernel', 'first-image', 'overlapping-windows', 'neighbours-swapped'],
  bound: ['unwritten-filter', 'short-row', 'last-row-of-window', 'unwritten-line'],
  terms: ['dropped-channels', 'padding-wraps'],
  start: ['starts-at-one', 'zero-maximum'],
  barrier: ['missing-barrier', 'overwritten-tile'],
  mask: ['padding-wraps', 'padding-above'],
  precision: ['rounded-pixels'],
  lookup: ['transposed-filters', 'forgotten-padding', 'no-dilation'],
  stale: ['short-row', 'unwritten-filter'],
  operation: ['wrong-sign', 'adds-up', 'least-element'],
  row: ['rows-for-columns', 'same-row-twice'],
  inclusion: 'a window counts whole',
  carry: ['lost-slice', 'lost-chunk'],
};
