import { expect, test } from 'vitest';
import { placeWords } from './breaks.ts';

const area = { left: 0, right: 300, rows: 2 };

test('words stand behind their line in the lowest row that is free, and before it where the area ends', () => {
  const lines = [40, 60, 200, 280].map((x) => ({ x, width: 80 }));
  expect(placeWords(lines, area)).toEqual([
    { left: 44, row: 0 },
    { left: 64, row: 1 },
    { left: 204, row: 0 },
    { left: 196, row: 1 },
  ]);
});

test('no words cover others: of lines that stand too close the last have none', () => {
  const lines = Array.from({ length: 30 }, (_, at) => ({ x: 100 + 2 * at, width: 90 }));
  const placed = placeWords(lines, area);
  const boxes = placed.flatMap((place) => (place ? [place] : []));
  expect(boxes.length).toBeGreaterThan(2);
  expect(placed).toContain(null);
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(at + 1))
      expect(one.row !== other.row || Math.abs(one.left - other.left) >= 90).toBe(true);
});
