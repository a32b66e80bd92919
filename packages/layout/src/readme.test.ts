// The example of the README, and the table that it shows.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  bankConflicts,
  complement,
  compose,
  formatLayout,
  formatTable,
  layout,
  partsOf,
  rowMajor,
  segmentsOf,
  wgslOffset,
  zippedDivide,
} from './index.ts';
import type { Layout } from './index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

// What the example's code says, with what it evaluates to behind each line.
function shown(): readonly string[] {
  const tile = rowMajor([8, 4]);
  const tiles = zippedDivide(tile, [4, 2]);
  const column = layout(32, 32);
  return [
    `const tile = rowMajor([8, 4]); // ${formatLayout(tile)}`,
    `const tiles = zippedDivide(tile, [4, 2]); // ${formatLayout(tiles)}`,
    `wgslOffset(tiles, ['lane', 'group']); // ${wgslOffset(tiles, ['lane', 'group'])}`,
    `compose(tile, layout([2, 2], [1, 8])); // ${formatLayout(compose(tile, layout([2, 2], [1, 8])))}`,
    `complement(layout(4, 2), 16); // ${formatLayout(complement(layout(4, 2), 16))}`,
    `segmentsOf(column).efficiency; // ${segmentsOf(column).efficiency}`,
    `bankConflicts(column).degree; // ${bankConflicts(column).degree}`,
    `bankConflicts(layout(32, 33)).degree; // ${bankConflicts(layout(32, 33)).degree}`,
    formatTable(partsOf(tiles)[0] as Layout),
  ];
}

test('the README shows what the code gives', () => {
  const absent = shown().filter((text) => !readme.includes(text));
  expect(absent).toEqual([]);
});

test('a table has no third dimension', () => {
  expect(() => formatTable(layout([2, 2, 2]))).toThrow('(2,2,2):(1,2,4) has more than two modes');
});
