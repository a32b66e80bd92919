import type { Run } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { onCard, sampleResult, sampleRun } from '../testing.ts';
import { compareSides } from './compare.ts';
import { verdictCells } from './words.ts';
import type { ComparedSide } from './compare.ts';

const noiseOf = () => ({ sigma0: 0.003, launches: 10 });

/** A launch of some times by variant, on a card where one is named. */
function launch(times: { readonly [variant: string]: number }, card?: number): Run {
  const results = Object.entries(times).map(([variant, ns]) => sampleResult(variant, ns));
  const run = sampleRun({ results });
  return card === undefined ? run : onCard(run, card);
}

const sideOf = (runs: readonly Run[]): ComparedSide => ({
  machine: runs[0]!.machine,
  runs,
});

function judged(base: readonly Run[], head: readonly Run[], allowIncomparable = false) {
  const options = { noiseOf, allowIncomparable, isWanted: () => true };
  const { compared } = compareSides(sideOf(base), sideOf(head), options);
  return compared.map(({ verdict, cards, effect }) => ({
    verdict,
    cards,
    percent: Math.round(100 * effect),
  }));
}

const before = { slower: 100_000, same: 100_000, faster: 100_000 };
const after = { slower: 105_000, same: 100_100, faster: 95_000 };
const cards = { before: ['1'.repeat(16)], now: ['2'.repeat(16)] };

test('two cards make no regression and no improvement, and every verdict says that there are two', () => {
  expect(judged([launch(before, 1)], [launch(after, 2)])).toEqual([
    { verdict: 'UNDECIDED', cards, percent: 5 },
    { verdict: 'SAME', cards, percent: 0 },
    { verdict: 'UNDECIDED', cards, percent: -5 },
  ]);
});

test('a change that is larger than cards differ is judged on two cards as on one', () => {
  const twice = { slower: 200_000, same: 100_100, faster: 50_000 };
  expect(judged([launch(before, 1)], [launch(twice, 2)])).toEqual([
    { verdict: 'REGRESSED', cards: undefined, percent: 100 },
    { verdict: 'SAME', cards, percent: 0 },
    { verdict: 'IMPROVED', cards: undefined, percent: -50 },
  ]);
});

test('a change of just a tenth may be the cards, whatever its last digit is', () => {
  const tenth = { slower: 110_000, same: 100_100, faster: 90_000 };
  const rows = judged([launch(before, 1)], [launch(tenth, 2)]);
  expect(rows.map(({ verdict }) => verdict)).toEqual(['UNDECIDED', 'SAME', 'UNDECIDED']);
});

test('judges two cards all the same where told to', () => {
  const [slower] = judged([launch(before, 1)], [launch(after, 2)], true);
  expect(slower).toEqual({ verdict: 'REGRESSED', cards, percent: 5 });
});

test.for([
  ['one card', 1, 1],
  ['a card that the base does not know', undefined, 2],
  ['a card that the head does not know', 1, undefined],
  ['cards that nobody knows', undefined, undefined],
] as const)('%s is judged as ever', ([, was, is]) => {
  expect(judged([launch(before, was)], [launch(after, is)])).toEqual([
    { verdict: 'REGRESSED', cards: undefined, percent: 5 },
    { verdict: 'SAME', cards: undefined, percent: 0 },
    { verdict: 'IMPROVED', cards: undefined, percent: -5 },
  ]);
});

test('launches on a card that both sides know are held against each other, and no others', () => {
  const base = [launch({ one: 90_000 }, 1), launch({ one: 100_000 }, 2), launch({ one: 80_000 })];
  const head = [launch({ one: 100_100 }, 2), launch({ one: 120_000 }, 3)];
  expect(judged(base, head)).toEqual([{ verdict: 'SAME', cards: undefined, percent: 0 }]);
});

const told = (base: Run, head: Run) => {
  const options = { noiseOf, allowIncomparable: false, isWanted: () => true };
  const comparison = compareSides(sideOf([base]), sideOf([head]), options);
  return comparison.compared.map((row) => verdictCells(row).at(-1)).filter((why) => why?.includes('tuned'));
};

test('parameters of a tuning table on one side alone are told, with both; the same ones are not', () => {
  const tuned = {
    rung: 'same',
    class: 'n=1024,f32',
    choice: { tile: 8, band: 2 },
    space: '0'.repeat(16),
    at: '2026-01-01T00:00:00Z',
  };
  const withTable = (run: Run): Run => ({
    ...run,
    results: run.results.map((result) => (result.variant === 'same' ? { ...result, tuned } : result)),
  });
  const [plain, searched] = [launch(before), withTable(launch(before))];
  expect(told(plain, searched)).toEqual([
    expect.stringMatching(/^tuned: usual parameters → tile=8 band=2, \w/),
  ]);
  expect(told(searched, plain)).toEqual([expect.stringContaining('tile=8 band=2 → usual parameters')]);
  expect(told(searched, searched)).toEqual([]);
});
