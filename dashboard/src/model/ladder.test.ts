import { expect, test } from 'vitest';
import { familyWithPeers, passed, sampleFamily } from '../testing.ts';
import { ladderOf } from './ladder.ts';
import type { LadderView } from './ladder.ts';
import { latestRun } from './rung.ts';

const view: LadderView = { metric: 'medianNs', breaking: new Set(), software: false };

test('gives a rung a length when it passed and a reason when it did not', () => {
  const { bars, full } = ladderOf(sampleFamily, 'n=1000,f32', 2, view);
  const lines = bars.map((bar) =>
    bar.status === 'passed'
      ? `${bar.variant}: ${bar.length} ${bar.value} ${bar.speedup}${bar.fastest ? ` fastest ${bar.fastest}` : ''}`
      : `${bar.variant}: ${bar.status} ${bar.reason}`,
  );
  expect({ full, lines }).toMatchInlineSnapshot(`
    {
      "full": "1.000 µs",
      "lines": [
        "naive: 1 1.000 µs 1.00×",
        "tree: 0.25 250.0 ns 4.00× fastest alone",
        "subgroup: skipped feature:subgroups: the adapter has none",
      ],
    }
  `);
});

/** The sample's variants with these times, and shares that rank them the other way round. */
function timed(...times: readonly number[]) {
  const [naive] = sampleFamily.series;
  const series = times.map((ns, at) => {
    const point = { ...passed(0, ns), metrics: { pctOfRoof: ns / 10 } };
    return { ...naive!, variant: `v${at}`, points: [point] };
  });
  return { ...sampleFamily, series };
}

const fastest = (times: readonly number[], more: Partial<LadderView> = {}) =>
  ladderOf(timed(...times), 'n=1000,f32', 0, { ...view, ...more }).bars.map(
    (bar) => bar.status === 'passed' && bar.fastest,
  );

test('crowns the smallest time whatever the metric', () => {
  for (const metric of ['medianNs', 'pctOfRoof'] as const) {
    expect(fastest([300, 100, 200], { metric })).toEqual([null, 'alone', null]);
  }
});

test('crowns all whose intervals reach into that of the fastest, and none that stands alone', () => {
  // Intervals span 4 % to both sides.
  expect(fastest([1000, 1080, 1090])).toEqual(['joint', 'joint', null]);
  expect(fastest([1000])).toEqual([null]);
});

test('crowns no variant that breaks on purpose', () => {
  expect(fastest([100, 200, 300], { breaking: new Set(['v0']) })).toEqual([null, 'alone', null]);
});

test('says why a time does not compare, and that of the first rung again; not on a software adapter', () => {
  const family = timed(200, 100);
  const [first, second] = family.series;
  const point = { ...first!.points[0]!, comparable: false, comparableReasons: ['unstable-session'] as const };
  const doubtful = { ...family, series: [{ ...first!, points: [point] }, second!] };
  const doubts = (software: boolean) => {
    const { bars, baselineDoubt } = ladderOf(doubtful, 'n=1000,f32', 0, { ...view, software });
    return [baselineDoubt, ...bars.map((bar) => bar.status === 'passed' && bar.doubt)];
  };
  expect([doubts(false), doubts(true)]).toEqual([
    ['unstable session', 'unstable session', null],
    [null, null, null],
  ]);
});

test('fills the track at 100 % for a share', () => {
  const { full, bars } = ladderOf(sampleFamily, 'n=1000,f32', 2, { ...view, metric: 'pctOfRoof' });
  expect([full, bars[1]]).toMatchObject(['100 %', { length: 0.16 }]);
});

test('a rung that only a newer run has timed stands there without speed-up and step, and says so', () => {
  const { bars } = ladderOf(sampleFamily, 'n=1000,f32', 0, view);
  expect(bars.find(({ variant }) => variant === 'tree')).toMatchObject({
    status: 'passed',
    speedup: null,
    step: null,
    doubt: 'of a newer run',
  });
});

test('lists the variants that the run left out', () => {
  expect(ladderOf(sampleFamily, 'n=1000,f32', 0, view).absent).toEqual(['subgroup']);
});

test('has no speed-up where the first rung has no time', () => {
  const [first, ...rest] = sampleFamily.series;
  const family = { ...sampleFamily, series: [{ ...first!, points: [] }, ...rest] };
  const { bars } = ladderOf(family, 'n=1000,f32', 2, view);
  expect(bars[0]).toMatchObject({ variant: 'tree', speedup: null });
});

test('takes the newest run that has the case', () => {
  expect(['n=1000,f32', 'n=10,f32', 'n=7'].map((name) => latestRun(sampleFamily, name))).toEqual([
    2,
    1,
    null,
  ]);
});

test('carries peers over the rungs where they end within the track, and says what each rung brought', () => {
  const { references, bars } = ladderOf(familyWithPeers, 'n=1000,f32', 2, view);
  expect(references).toEqual([{ name: 'CUB 2.8', at: 0.2 }]);
  expect(bars.map((bar) => bar.status === 'passed' && bar.step)).toEqual([
    null,
    { before: 'naive', ratio: 4, isApproximate: false },
    false,
    null,
    null,
  ]);
});
