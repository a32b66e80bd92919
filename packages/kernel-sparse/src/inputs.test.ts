// The matrix of each pattern, and the same in other formats.
import { createRandom, inputsOf } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { columnsOf, combine, patterns, sparseCase } from './cases/kinds.ts';
import type { SparseCase } from './cases/kinds.ts';
import { longestRow } from './cases/lengths.ts';
import { family } from './family.ts';
import { ellWidth, padding } from './inputs/formats.ts';
import { drawPlaces } from './inputs/matrix.ts';

const shapes = [
  [1, 1],
  [8, 640],
  [100, 33],
  [257, 4000],
  [1000, 16_000],
] as const;

const matrices: readonly SparseCase[] = shapes
  .flatMap(([rows, nnz]) => [
    ...patterns.filter((pattern) => pattern !== 'none').map((pattern) => sparseCase({ rows, nnz, pattern })),
    ...[0, 50, 100, 200].map((skew) => sparseCase({ rows, nnz, skew })),
  ])
  .filter((params) => typeof combine(params) !== 'string');

function rowsOf(params: SparseCase): readonly (readonly number[])[] {
  const { offsets, cols } = drawPlaces(params, createRandom(1));
  return Array.from({ length: params.rows }, (_, row) => [...cols.subarray(offsets[row], offsets[row + 1])]);
}

test.for(matrices)(
  '$rows rows have $nnz entries, $pattern, skew $skew, none longer than is said',
  (params) => {
    const { offsets } = drawPlaces(params, createRandom(1));
    expect([offsets[0], offsets.at(-1), offsets.length]).toEqual([0, params.nnz, params.rows + 1]);
    const rows = rowsOf(params);
    const longest = Math.max(...rows.map((row) => row.length));
    expect(longest).toBeLessThanOrEqual(longestRow(params));
    expect(longest).toBeGreaterThanOrEqual(longestRow(params) - 1);
    const columns = columnsOf(params);
    expect(rows.flat().every((column) => column < columns)).toBe(true);
    // Blocks that come twice have their columns twice, block by block.
    if (params.pattern === 'unsorted' || (params.pattern === 'blocks' && longest > columns)) return;
    expect(rows).toEqual(rows.map((row) => row.toSorted((a, b) => a - b)));
    const narrow = rows.filter((row) => row.length <= columns);
    expect(narrow.map((row) => new Set(row).size)).toEqual(narrow.map((row) => row.length));
  },
);

test('columns are drawn evenly', () => {
  const counts = new Uint32Array(10);
  for (const column of rowsOf(
    sparseCase({ rows: 5000, nnz: 80_000, columns: 1000, pattern: 'uniform' }),
  ).flat())
    counts[Math.floor(column / 100)]!++;
  // Eight thousand each, within five deviations.
  for (const count of counts) expect(Math.abs(count - 8000)).toBeLessThan(450);
});

test('places are the same under every seed, numbers are not', () => {
  const params = sparseCase({ rows: 100, nnz: 900, pattern: 'power-law' });
  const [one, other] = [1, 2].map((seed) => inputsOf(family, params, seed));
  expect([one!['offsets'], one!['cols']]).toEqual([other!['offsets'], other!['cols']]);
  expect(one!['vals']).not.toEqual(other!['vals']);
});

interface Entry {
  readonly row: number;
  readonly column: number;
  readonly value: number;
}

const inOrder = (entries: readonly Entry[]) =>
  entries.toSorted((a, b) => a.row - b.row || a.column - b.column || a.value - b.value);

function fromRows(params: SparseCase): readonly Entry[] {
  const { offsets, cols, vals } = inputsOf(family, params, 1);
  return Array.from({ length: params.rows }, (_, row) =>
    Array.from(cols!.subarray(offsets![row], offsets![row + 1]), (column, k) => ({
      row,
      column,
      value: vals![offsets![row]! + k]!,
    })),
  ).flat();
}

test.for(matrices.filter((params) => ellWidth(params) !== null))(
  '$rows padded rows with $nnz entries, $pattern, hold the same matrix',
  (params) => {
    const { ellCols, ellVals } = inputsOf(family, params, 1);
    const entries = Array.from(ellCols!, (column, at) => ({
      row: at % params.rows,
      column,
      value: ellVals![at]!,
    }));
    const held = entries.filter(({ column }) => column !== padding);
    expect(inOrder(held)).toEqual(inOrder(fromRows(params)));
    expect(ellCols!.length).toBeLessThanOrEqual(3 * params.nnz);
  },
);

test.for(matrices.filter(({ pattern }) => pattern === 'blocks'))(
  '$rows rows of blocks with $nnz entries hold the same matrix',
  (params) => {
    const { blockOffsets, blockCols, blockVals } = inputsOf(family, params, 1);
    const entries = Array.from({ length: params.rows / 4 }, (_, row) =>
      Array.from(blockCols!.subarray(blockOffsets![row], blockOffsets![row + 1]), (column, k) =>
        Array.from({ length: 16 }, (_unused, at) => ({
          row: 4 * row + Math.floor(at / 4),
          column: 4 * column + (at % 4),
          value: blockVals![16 * (blockOffsets![row]! + k) + at]!,
        })),
      ),
    ).flat(2);
    expect(inOrder(entries)).toEqual(inOrder(fromRows(params)));
  },
);

test.for([
  [{ rows: 10, nnz: 5 }, 'pattern=none and skew=-1: write one of them, as pattern=uniform or skew=50'],
  [
    { rows: 10, nnz: 5, pattern: 'uniform', skew: 50 },
    'pattern=uniform and skew=50: write one of them, as pattern=uniform or skew=50',
  ],
  [{ rows: 10, nnz: 5, columns: 0, skew: 50 }, 'nnz=5: a matrix of 10 × 0 has no place for an entry'],
  [
    { rows: 10, nnz: 32, pattern: 'blocks' },
    'pattern=blocks: rows and columns are multiples of 4, and nnz is one of 16',
  ],
] as const)('%j is refused', ([shape, says]) => {
  expect(combine(sparseCase(shape))).toBe(says);
});
