// quality.json keeps what the benchmark measured, a line a cell.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toText } from './compact.ts';
import { collect } from './document.ts';
import { runCell } from './trials.ts';
import { blockRates } from './verdicts.ts';

const cell = { family: 'gaussian', points: 30, series: 20, shape: 'none', effect: 0, after: 0 } as const;
const rows = runCell(cell);
const quality = collect(
  [
    { kind: 'cell', rows },
    { kind: 'blocks', row: blockRates(0, 0.03, 10) },
  ],
  { launches: [], noise: [] },
);

test('writes one line a cell, in the order of the detectors, and rates at any depth as four numbers', () => {
  const text = toText(quality);
  const { detectors, falseAlarms, blocks } = JSON.parse(text);
  const [written, ...others] = falseAlarms;
  expect(others).toEqual([]);
  expect(detectors).toEqual(rows.map(({ detector }) => detector));
  expect(written.found).toEqual(
    rows.map(({ found: { hits, trials, low, high } }) => [hits, trials, low, high]),
  );
  expect(written.falsePerCommit).toEqual(rows.map(({ falsePerCommit }) => falsePerCommit));
  expect(Object.values(blocks[0].verdicts)).toEqual(
    [4, 4, 4, 4].map((length) => expect.objectContaining({ length })),
  );
  expect(text.split('\n').filter((line) => line.includes('"family":"gaussian"'))).toHaveLength(1);
});

test('refuses a cell that lacks a detector', () => {
  const lacking = { ...quality, power: rows.slice(1) };
  expect(() => toText(lacking)).toThrow('not one row a detector');
});

test('the committed file is compact', () => {
  const text = readFileSync(new URL('quality.json', import.meta.url), 'utf8');
  const { falseAlarms, power } = JSON.parse(text);
  expect(text.split('\n').length).toBeLessThan(falseAlarms.length + power.length + 200);
});
