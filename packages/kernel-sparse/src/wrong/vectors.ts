// Faults of the rungs that multiply with several vectors.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { SparseCase } from '../cases/kinds.ts';
import { longestRow } from '../cases/lengths.ts';

/** The faults of `spmm-naive`, `spmm-subgroup` and `spmm-tiled`. */
export const vectorFaults: readonly Fault<SparseCase>[] = [
  {
    name: 'first-vector',
    summary: 'multiplies with the first vector for all of them',
    of: 'spmm-naive',
    change: edit('csr/scalar.wgsl', '* VECTORS + vector', '* VECTORS'),
    answer: 'wrong-value',
    at: (index, { vectors }) => index % vectors > 0,
  },
  {
    name: 'last-vectors',
    summary: 'leaves out vectors behind those that fill the lanes',
    of: 'spmm-subgroup',
    change: edit('spmm/subgroup.wgsl', 'first < VECTORS; first', 'first + size <= VECTORS; first'),
    answer: 'unwritten',
    // Subgroups of all sizes have four lanes at least.
    takes: ({ vectors }) => vectors < 4 || vectors % 4 > 0,
  },
  {
    name: 'own-entry',
    summary: 'multiplies each lane’s own entry, not the one that is handed round',
    of: 'spmm-subgroup',
    change: edit('spmm/subgroup.wgsl', 'subgroupShuffle(val, other)', 'val'),
    answer: 'wrong-value',
    takes: ({ rows, nnz }) => nnz > 4 * rows,
  },
  {
    name: 'last-entries',
    summary: 'counts the last entry of a row for those that are not there',
    of: 'spmm-tiled',
    change: edit('spmm/tiled.wgsl', 'select(Item(), product, at < end)', 'product'),
    answer: 'wrong-value',
    takes: ({ rows, nnz }) => nnz % (4 * rows) > 0,
  },
  {
    name: 'first-chunk',
    summary: 'counts the entries that are staged first, and no others',
    of: 'spmm-tiled',
    change: edit('spmm/tiled.wgsl', 'sum += staged_sum(', 'sum = staged_sum('),
    answer: 'wrong-value',
    takes: (params) => longestRow(params) > 2048,
  },
  {
    name: 'past-last-row',
    summary: 'writes rows behind the last',
    of: 'spmm-tiled',
    change: edit('spmm/tiled.wgsl', 'item < ITEMS && row < ROWS', 'item < ITEMS'),
    answer: 'out-of-bounds',
    takes: ({ rows, vectors }) => rows * vectors < 256,
  },
];
