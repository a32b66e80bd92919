// What a case says of its work is what an implementation counts, entry by entry.
import { createRandom } from '@kernel-ladder/harness';
import { createCountedMachine } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { columnsOf, sparseCase } from './cases/kinds.ts';
import type { SparseCase } from './cases/kinds.ts';
import { drawPlaces } from './inputs/matrix.ts';
import { sparseWork } from './problem.ts';

// Rows of a matrix that has an entry in each of its columns.
function multiply(params: SparseCase) {
  const { buffer, counted, work } = createCountedMachine();
  const { rows, nnz, vectors } = params;
  const { offsets, cols } = drawPlaces(params, createRandom(1));
  const [vals, own] = [buffer('vals', nnz), buffer('cols', nnz)];
  const [x, y] = [buffer('x', columnsOf(params) * vectors), buffer('y', rows * vectors)];
  for (let row = 0; row < rows; row++) {
    for (let vector = 0; vector < vectors; vector++) {
      let sum = 0;
      for (let at = offsets[row]!; at < offsets[row + 1]!; at++) {
        own.read(at);
        sum = counted(sum + counted(vals.read(at) * x.read(cols[at]! * vectors + vector)));
      }
      y.write(row * vectors + vector, sum);
    }
  }
  return work();
}

test.for([
  ['one vector', sparseCase({ rows: 40, nnz: 1200, pattern: 'uniform' })],
  ['several', sparseCase({ rows: 40, nnz: 900, pattern: 'banded', vectors: 3 })],
  ['a dense row and little else', sparseCase({ rows: 40, nnz: 50, pattern: 'dense-row' })],
] as const)('the work of a product with %s is what it counts', ([, params]) => {
  expect(sparseWork(params)).toEqual(multiply(params));
});

test('blocks have one column for sixteen entries', () => {
  const [blocks, rows] = (['blocks', 'uniform'] as const).map((pattern) =>
    sparseWork(sparseCase({ rows: 64, nnz: 640, pattern })),
  );
  expect(rows!.minBytes - blocks!.minBytes).toBe(4 * (640 - 40));
});
