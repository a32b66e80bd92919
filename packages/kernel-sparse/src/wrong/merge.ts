// Faults of the rungs that take even shares of entries and row ends.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { SparseCase } from '../cases/kinds.ts';
import { longestRow } from '../cases/lengths.ts';
import { tileItems } from '../plans/merge.ts';

const hasTiles = ({ rows, nnz }: SparseCase) => rows + nnz > tileItems;

/** The faults of `csr-merge` and `csr-balanced`. */
export const mergeFaults: readonly Fault<SparseCase>[] = [
  {
    name: 'past-its-end',
    summary: 'finds a thread’s first row one too late where one ends just there',
    of: 'csr-merge',
    change: edit('merge/merge.wgsl', 'staged[middle] + middle < item', 'staged[middle] + middle <= item'),
    answer: 'unwritten',
    takes: ({ rows, nnz }) => rows > 20 && nnz > 20,
  },
  {
    name: 'keeps-sum',
    summary: 'begins a row with the sum of the one before',
    of: 'csr-merge',
    change: edit('merge/merge.wgsl', '      sum = 0.0;\n      ended++;', '      ended++;'),
    answer: 'wrong-value',
    takes: ({ rows, nnz }) => rows > 1 && nnz > 1,
  },
  {
    name: 'missing-barrier',
    summary: 'writes a step of the scan that others still read',
    of: 'csr-merge',
    change: edit(
      'merge/merge.wgsl',
      '    // All have read a step before any writes it.\n    workgroupBarrier();\n',
      '',
    ),
    answer: 'wrong-value',
    takes: (params) => longestRow(params) > 1000,
  },
  {
    name: 'over-row-ends',
    summary: 'carries what threads leave open past the end of its row',
    of: 'csr-merge',
    change: edit('merge/merge.wgsl', 'thread >= distance && has_ended[thread] == 0u', 'thread >= distance'),
    answer: 'wrong-value',
    takes: ({ rows, nnz }) => rows > 20 && nnz > rows,
  },
  {
    name: 'no-carries',
    summary: 'leaves out what tiles before have of a row',
    of: 'csr-merge',
    change: (plan) => ({ ...plan, passes: plan.passes.slice(0, 1) }),
    answer: 'wrong-value',
    takes: (params) => hasTiles(params) && longestRow(params) > tileItems,
  },
  {
    name: 'one-carry',
    summary: 'adds what one tile before has of a row, and not what those before that have',
    of: 'csr-balanced',
    change: edit(
      'merge/complete.wgsl',
      'begin = (offsets[row] + row) / TILE;',
      'begin = max(tile, 1u) - 1u;',
    ),
    answer: 'wrong-value',
    takes: (params) => longestRow(params) > 2 * tileItems,
  },
  {
    name: 'long-rows-left-out',
    summary: 'leaves out rows of more tiles than a thread adds up alone',
    of: 'csr-merge',
    change: edit('merge/carry.wgsl', 'index < count', 'index + 1u < count'),
    answer: 'wrong-value',
    takes: (params) => longestRow(params) > 5 * tileItems,
  },
  {
    name: 'half-of-entries',
    summary: 'takes the first four entries of each thread twice, and not the others',
    of: 'csr-balanced',
    change: edit(
      'merge/balanced.wgsl',
      'let b = load_four(tile, thread + 4u * WORKGROUP);',
      'let b = load_four(tile, thread);',
    ),
    answer: 'wrong-value',
    takes: ({ nnz }) => nnz > 1600,
  },
  {
    name: 'tile-begins-late',
    summary: 'takes the row that ends just before a tile for its first',
    of: 'csr-balanced',
    change: edit(
      'merge/search.wgsl',
      'offsets[row + 1u] + row < item',
      'offsets[row + 1u] + row + 1u < item',
    ),
    answer: 'unwritten',
    takes: ({ rows, nnz }) => rows > 2000 && nnz >= rows / 2,
  },
  {
    name: 'other-subgroups',
    summary: 'leaves out what the subgroups before have of a row',
    of: 'csr-balanced',
    change: edit('merge/balanced.wgsl', 'before += open_of_subgroups(subgroup);', ''),
    answer: 'wrong-value',
    takes: (params) => longestRow(params) > 100,
  },
];
