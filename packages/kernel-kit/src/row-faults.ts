// Faults that fit every kernel which gives batches of rows to subgroups.
import { edit } from '@kernel-ladder/harness';
import type { CaseParams, Fault } from '@kernel-ladder/harness';
import { itemWidth } from './rows.ts';
import type { Rows } from './rows.ts';

/** The faults of a rung `subgroup` in `subgroup.wgsl` that imports `rows-in-subgroups.wgsl`. */
export const rowFaults: readonly Fault<Rows & CaseParams>[] = [
  {
    name: 'unwritten-row',
    summary: 'does not write the last row',
    of: 'subgroup',
    change: edit(
      'subgroup.wgsl',
      'if (item < ITEMS && first + b < ROWS) {\n        y[',
      'if (item < ITEMS && first + b + 1u < ROWS) {\n        y[',
    ),
    answer: 'unwritten',
    at: (index, { rows, columns }) => index >= (rows - 1) * columns,
  },
  {
    name: 'wrong-subgroup',
    summary: 'takes every subgroup to have 32 lanes',
    of: 'subgroup',
    change: edit('subgroup.wgsl', ', lane, size);', ', lane, max(size, 32u));'),
    answer: 'unwritten',
    // The first lane of 32 is there in every subgroup.
    at: (index, { columns }) => Math.floor((index % columns) / itemWidth(columns)) % 32 !== 0,
  },
];
