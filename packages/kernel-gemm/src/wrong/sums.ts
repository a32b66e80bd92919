// Begins sums at the wrong value, or lets what was left behind take part.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { GemmCase } from '../cases.ts';
import { isPlainFloats } from './takes.ts';

/** Faults of this class. */
export const wrongSums: readonly Fault<GemmCase>[] = [
  {
    name: 'starts-at-one',
    summary: 'Starts every sum at one.',
    of: 'naive',
    change: edit('naive.wgsl', 'var sum = 0.0;', 'var sum = 1.0;'),
    answer: 'wrong-value',
    takes: isPlainFloats,
  },
  {
    name: 'double-part',
    summary: 'Counts the first part of a split K twice.',
    of: 'split-k',
    change: edit('fold.wgsl', 'var sum = 0.0;', 'var sum = partials[at];'),
    answer: 'wrong-value',
  },
  {
    name: 'stale-output',
    summary: 'Adds to what C holds instead of replacing it.',
    of: 'dot4',
    change: edit('dot4.wgsl', 'c[at] = finish', 'c[at] += finish'),
    answer: 'wrong-value',
  },
];
