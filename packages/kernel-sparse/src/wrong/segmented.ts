// Faults of the rung that takes even shares of the entries alone.
import { edit } from '@kernel-ladder/harness';
import type { Fault } from '@kernel-ladder/harness';
import type { SparseCase } from '../cases/kinds.ts';
import { longestRow } from '../cases/lengths.ts';
import { tileEntries } from '../plans/segmented.ts';

const beginsWithTile = ({ rows, nnz, pattern }: SparseCase) =>
  pattern === 'uniform' && nnz % rows === 0 && nnz > tileEntries && tileEntries % (nnz / rows) === 0;

/** The faults of `csr-segmented`. */
export const segmentedFaults: readonly Fault<SparseCase>[] = [
  {
    name: 'past-ends-of-lanes',
    summary: 'adds up what lanes leave open past the lane in which their row ends',
    of: 'csr-segmented',
    change: edit('merge/segmented.wgsl', 'lane >= begin + (1u << step)', 'lane >= (1u << step)'),
    answer: 'wrong-value',
    takes: ({ rows, nnz }) => rows > 20 && nnz > rows,
  },
  {
    name: 'rounds-apart',
    summary: 'leaves out what the round before has of a row',
    of: 'csr-segmented',
    change: edit('merge/segmented.wgsl', 'select(0.0, open, lane == 0u)', '0.0'),
    answer: 'wrong-value',
    takes: (params) => longestRow(params) > tileEntries / 2,
  },
  {
    name: 'late-alone',
    summary: 'leaves out what the subgroups before have of the first row that ends in one',
    of: 'csr-segmented',
    change: edit('merge/segmented.wgsl', 'open_of_subgroups(thread.subgroup) + late', 'late'),
    answer: 'wrong-value',
    takes: (params) => longestRow(params) > tileEntries / 2,
  },
  {
    name: 'empty-unwritten',
    summary: 'writes nothing for a row without an entry',
    of: 'csr-segmented',
    change: edit(
      'merge/segmented.wgsl',
      'if (start >= first_entry) {',
      'if (start >= first_entry && behind > start) {',
    ),
    answer: 'unwritten',
    takes: ({ pattern, nnz }) => pattern === 'empty-rows' && nnz > 0,
  },
  {
    name: 'begins-with-the-tile',
    summary: 'takes a row that begins with a tile for one that began before',
    of: 'csr-segmented',
    change: edit('merge/segmented.wgsl', 'start >= first_entry', 'start > first_entry'),
    answer: 'unwritten',
    takes: beginsWithTile,
  },
  {
    name: 'begins-first',
    summary: 'takes a row that ends in a tile for one that begins there',
    of: 'csr-segmented',
    change: edit('merge/segmented.wgsl', 'y[begin] = earlier + staged_at(', 'y[begin] = staged_at('),
    answer: 'wrong-value',
    takes: (params) => longestRow(params) > tileEntries,
  },
  {
    name: 'one-tile-back',
    summary: 'adds what one tile before has of a row, and not what those before that have',
    of: 'csr-segmented',
    change: edit('merge/segmented.wgsl', 'var first = offsets[row] / TILE;', 'var first = tile - 1u;'),
    answer: 'wrong-value',
    takes: (params) => longestRow(params) > 2 * tileEntries,
  },
  {
    name: 'long-rows-late',
    summary: 'takes the row behind for the one that goes on in the tiles after its first',
    of: 'csr-segmented',
    change: edit('merge/starts.wgsl', 'firsts[tile] = its_row;', 'firsts[tile] = its_row + 1u;'),
    answer: 'wrong-value',
    takes: (params) => longestRow(params) > 4 * tileEntries,
  },
];
