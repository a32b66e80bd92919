// Other formats of the matrix that stands in compressed rows.
import { allocate } from '@kernel-ladder/harness';
import type { Arrays, NumberArray } from '@kernel-ladder/harness';
import { blockSide as side } from '../cases/kinds.ts';
import type { SparseCase } from '../cases/kinds.ts';
import { longestRow } from '../cases/lengths.ts';
import type { Places } from './matrix.ts';

/** The column of a place that holds no entry: it must not be multiplied, for 0·∞ is no number. */
export const padding = 0xffffffff;

// Padded beyond this the format is no choice for a matrix, and would be most of what a case takes of the memory.
const mostPadding = 3;

/** Places of a row in ELL; null where rows padded to the longest would hold more than three times the entries. */
export function ellWidth(params: SparseCase): number | null {
  const width = longestRow(params);
  return params.rows * width > mostPadding * params.nnz ? null : width;
}

/** Whether a case has its matrix in blocks of 4 × 4. */
export function hasBlocks({ pattern }: SparseCase): boolean {
  return pattern === 'blocks';
}

const area = side ** 2;

interface Matrix extends Places {
  readonly vals: NumberArray;
}

/** `ellCols` and `ellVals`: entry k of row r at k·rows + r. None where `ellWidth` is null or the product is with several vectors. */
export function ellArrays(params: SparseCase, { offsets, cols, vals }: Matrix): Arrays {
  const width = ellWidth(params);
  if (width === null || params.vectors > 1) return {};
  const { rows } = params;
  const ellCols = allocate('u32', rows * width).fill(padding);
  const ellVals = allocate('f32', rows * width);
  for (let row = 0; row < rows; row++) {
    const [begin, end] = [offsets[row] ?? 0, offsets[row + 1] ?? 0];
    for (let at = begin, to = row; at < end; at++, to += rows) {
      ellCols[to] = cols[at] ?? 0;
      ellVals[to] = vals[at] ?? 0;
    }
  }
  return { ellCols, ellVals };
}

/** `blockOffsets`, `blockCols` and `blockVals`: rows of blocks as CSR has rows of entries, each block row by row. */
export function blockArrays(params: SparseCase, matrix: Matrix): Arrays {
  if (!hasBlocks(params) || params.vectors > 1) return {};
  const { offsets, cols } = matrix;
  const blockOffsets = allocate('u32', params.rows / side + 1);
  // The first of a block's four rows has each of its columns once.
  for (let block = 0; block < params.rows / side; block++)
    blockOffsets[block + 1] = (offsets[side * (block + 1)] ?? 0) / area;
  const blockCols = allocate('u32', params.nnz / area);
  for (let block = 0; block < params.rows / side; block++) {
    const [first, end] = [blockOffsets[block] ?? 0, blockOffsets[block + 1] ?? 0];
    for (let k = first; k < end; k++) blockCols[k] = (cols[area * first + side * (k - first)] ?? 0) / side;
  }
  return { blockOffsets, blockCols, blockVals: blockByBlock(params, matrix) };
}

// Entry k of row `within` of a row of blocks is in block k / 4 of that row, at column k % 4.
function blockByBlock({ rows, nnz }: SparseCase, { offsets, vals }: Matrix): NumberArray {
  const blockVals = allocate('f32', nnz);
  for (let row = 0; row < rows; row++) {
    const [begin, end] = [offsets[row] ?? 0, offsets[row + 1] ?? 0];
    const within = row % side;
    const first = (offsets[row - within] ?? 0) + side * within;
    for (let k = 0; k < end - begin; k++)
      blockVals[first + area * Math.floor(k / side) + (k % side)] = vals[begin + k] ?? 0;
  }
  return blockVals;
}
