// The places of a matrix's entries in compressed rows (CSR), drawn in time linear in the entries.
import { allocate } from '@kernel-ladder/harness';
import type { NumberArray, Random } from '@kernel-ladder/harness';
import { blockSide, columnsOf } from '../cases/kinds.ts';
import type { SparseCase } from '../cases/kinds.ts';
import { isShuffled, longestRow, rankEnds } from '../cases/lengths.ts';

/** Row r has the entries from offsets[r] up to offsets[r + 1], in the columns that stand there in `cols`. */
export interface Places {
  readonly offsets: NumberArray;
  readonly cols: NumberArray;
}

/** Puts `count` columns, the first at `at`, into `cols`. */
type PlaceRow = (
  cols: NumberArray,
  row: { readonly index: number; readonly at: number; readonly count: number },
) => void;

/** Offsets and columns: the same for the same structure. */
export function drawPlaces(params: SparseCase, structure: Random): Places {
  const offsets = drawOffsets(params, structure);
  const cols = allocate('u32', params.nnz);
  if (params.pattern === 'blocks') placeBlocks(params, { offsets, cols }, structure);
  else placeRows(params, { offsets, cols }, structure);
  return { offsets, cols };
}

function drawOffsets(params: SparseCase, structure: Random): NumberArray {
  const { rows } = params;
  const ends = rankEnds(params);
  const offsets = allocate('u32', rows + 1);
  const ranks = isShuffled(params) ? shuffledRanks(rows, structure) : null;
  for (let row = 0; row < rows; row++) {
    const rank = ranks?.[row] ?? row;
    offsets[row + 1] = (offsets[row] ?? 0) + ends(rank + 1) - ends(rank);
  }
  return offsets;
}

// Fisher and Yates 1938.
function shuffledRanks(count: number, random: Random): Uint32Array {
  const ranks = Uint32Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last--) {
    const other = random.integer(0, last);
    [ranks[last], ranks[other]] = [ranks[other] ?? 0, ranks[last] ?? 0];
  }
  return ranks;
}

function placeRows(params: SparseCase, { offsets, cols }: Places, structure: Random): void {
  const columns = columnsOf(params);
  const place = placing(params, columns, structure);
  for (let index = 0; index < params.rows; index++) {
    const at = offsets[index] ?? 0;
    const count = (offsets[index + 1] ?? 0) - at;
    // A row that is longer than the matrix is wide has columns twice, side by side.
    if (count > columns) for (let k = 0; k < count; k++) cols[at + k] = Math.floor((k * columns) / count);
    else if (count > 0) place(cols, { index, at, count });
  }
}

function placing(params: SparseCase, columns: number, structure: Random): PlaceRow {
  switch (params.pattern) {
    case 'banded':
      return (cols, { index, at, count }) => {
        const middle = Math.floor((index * columns) / params.rows);
        const first = Math.max(0, Math.min(columns - count, middle - Math.floor(count / 2)));
        for (let k = 0; k < count; k++) cols[at + k] = first + k;
      };
    case 'unsorted':
      return (cols, { at, count }) => {
        for (let k = 0; k < count; k++) cols[at + k] = structure.integer(0, columns - 1);
      };
    default:
      return sortedSubsets(columns, longestRow(params), structure);
  }
}

// A block of 4 × 4 entries for each of the drawn places in a row of blocks.
function placeBlocks(params: SparseCase, { offsets, cols }: Places, structure: Random): void {
  const columns = columnsOf(params) / blockSide;
  const longest = longestRow(params) / blockSide;
  const blocks = new Uint32Array(longest);
  const place = sortedSubsets(columns, longest, structure);
  for (let row = 0; row < params.rows; row++) {
    const at = offsets[row] ?? 0;
    const count = ((offsets[row + 1] ?? 0) - at) / blockSide;
    if (row % blockSide === 0) {
      if (count > columns) for (let k = 0; k < count; k++) blocks[k] = Math.floor((k * columns) / count);
      else place(blocks, { index: row, at: 0, count });
    }
    for (let k = 0; k < count * blockSide; k++)
      cols[at + k] = (blocks[Math.floor(k / blockSide)] ?? 0) * blockSide + (k % blockSide);
  }
}

/**
 * Draws sorted columns of which none comes twice: numbers of a smaller range in order, from the sums of exponential gaps (Devroye 1986,
 * chapter V.3), each raised by its place.
 */
function sortedSubsets(columns: number, longest: number, random: Random): PlaceRow {
  const sums = new Float64Array(longest);
  return (cols, { at, count }) => {
    let sum = 0;
    for (let k = 0; k < count; k++) sums[k] = sum += exponential(random);
    const spread = columns - count + 1;
    const scale = spread / (sum + exponential(random));
    // The last gap may be 0.
    for (let k = 0; k < count; k++)
      cols[at + k] = Math.min(spread - 1, Math.floor((sums[k] ?? 0) * scale)) + k;
  };
}

function exponential(random: Random): number {
  return -Math.log((random.next() + 1) / 2 ** 32);
}
