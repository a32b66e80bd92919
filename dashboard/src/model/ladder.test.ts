import { expect, test } from 'vitest';
import { sampleFamily } from '../testing.ts';
import { ladderOf } from './ladder.ts';
import { latestRun } from './rung.ts';

test('gives a rung a length when it passed and a reason when it did not', () => {
  const { bars, full } = ladderOf(sampleFamily, 'n=1000,f32', 2, 'medianNs');
  const lines = bars.map((bar) =>
    bar.status === 'passed'
      ? `${bar.variant}: ${bar.length} ${bar.value} ${bar.speedup}${bar.isBest ? ' best' : ''}`
      : `${bar.variant}: ${bar.status} ${bar.reason}`,
  );
  expect({ full, lines }).toMatchInlineSnapshot(`
    {
      "full": "1.000 µs",
      "lines": [
        "naive: 1 1.000 µs 1.00×",
        "tree: 0.25 250.0 ns 4.00× best",
        "subgroup: skipped feature:subgroups: the adapter has none",
      ],
    }
  `);
});

test('fills the track at 100 % for a share', () => {
  const { full, bars } = ladderOf(sampleFamily, 'n=1000,f32', 2, 'pctOfRoof');
  expect([full, bars[1]]).toMatchObject(['100 %', { length: 0.16 }]);
});

test('lists the variants that the run left out', () => {
  expect(ladderOf(sampleFamily, 'n=1000,f32', 0, 'medianNs').absent).toEqual(['tree', 'subgroup']);
});

test('has no speed-up where the first rung has no time', () => {
  const [first, ...rest] = sampleFamily.series;
  const family = { ...sampleFamily, series: [{ ...first!, points: [] }, ...rest] };
  const { bars } = ladderOf(family, 'n=1000,f32', 2, 'medianNs');
  expect(bars[0]).toMatchObject({ variant: 'tree', speedup: null });
});

test('takes the newest run that has the case', () => {
  expect(['n=1000,f32', 'n=10,f32', 'n=7'].map((name) => latestRun(sampleFamily, name))).toEqual([
    2,
    1,
    null,
  ]);
});
