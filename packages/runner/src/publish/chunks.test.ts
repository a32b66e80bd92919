import { expect, test } from 'vitest';
import { chunks, filePieces } from './chunks.ts';

const files = Array.from({ length: 1000 }, (_, at) => `history/machine/run-${at * 2}.json`);

test('pieces hold every file once, in order, and of each about the same', () => {
  const pieces = filePieces(files);
  expect(pieces.flat()).toEqual(files);
  expect(pieces.length).toBeGreaterThan(15);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(96);
  expect(filePieces([])).toEqual([]);
});

test.for([0, 301, 1000])('a file more, at place %s, changes the piece that it is in', (place) => {
  const known = new Set(filePieces(files).map((piece) => piece.join()));
  const more = filePieces(files.toSpliced(place, 0, `history/machine/run-more-${place}.json`));
  expect(more.filter((piece) => !known.has(piece.join())).length).toBeLessThanOrEqual(2);
});

test('chunks are of one size, but the last', () => {
  expect(chunks([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
});
