import { expect, test } from 'vitest';
import { machineOf, passed, sampleFamily } from '../testing.ts';
import { ladderOf } from './ladder.ts';
import { latestOf } from './latest.ts';
import { ceilingOf } from './share.ts';
import { trendOf } from './trend.ts';
import { wordsOf } from './point-words.ts';

const gflops = { f32: 50_000, 'tensor:f16-f32': 800_000 };
const peaks = { name: 'card', source: 'sheet', gbps: 4800, gflops: { f32: 67_000 } };
const machine = { ...machineOf('gpu', false), roofs: { copyGBps: 4000, readGBps: 4100, gflops }, peaks };
const [naive] = sampleFamily.series;
const work = { flops: 8e9, minBytes: 1e6, implBytes: 1e6 };

/** Two rungs of one work in 1 ms and 20 µs: the one under the lanes' roof, the other under that of the matrix unit. */
const under = (variant: string, medianNs: number, roof: number) => ({
  ...naive!,
  variant,
  work,
  points: [
    {
      ...passed(0, medianNs),
      metrics: {
        pctOfRoof: (100 * work.flops) / roof / medianNs,
        pctOfPeak: (100 * work.flops) / peaks.gflops.f32 / medianNs,
      },
    },
  ],
});
const lanes = under('register', 1e6, gflops.f32);
const tensor = under('tensor', 2e4, gflops['tensor:f16-f32']);
const family = { ...sampleFamily, series: [lanes, tensor] };

test('a share names its roof on the ladder, in the table and in the tooltip', () => {
  const view = { breaking: new Set<string>(), software: false, machine };
  const { bars } = ladderOf(family, lanes.case, 0, { ...view, metric: 'pctOfRoof' });
  const said = ['16.0 % of f32', '50.0 % of tensor:f16-f32'];
  expect(bars.map((bar) => bar.status === 'passed' && bar.value)).toEqual(said);
  const ceilings = latestOf(family, view).map((row) => row.ceilings);
  expect(ceilings.map(({ pctOfRoof }) => pctOfRoof)).toEqual(['f32', 'tensor:f16-f32']);
  expect(ceilings.map(({ medianNs, gflops: rate }) => [medianNs, rate])).toEqual([
    [null, null],
    [null, null],
  ]);
  const trend = trendOf(family, lanes.case, 'pctOfRoof', machine);
  const points = trend.lines.map(({ points: [point] }) => point);
  const values = points.map((point) => point?.status === 'passed' && wordsOf(point, trend, false)?.value);
  expect(values).toEqual(said);
});

test('a share of a peak names the peak, and one that no ceiling explains names none', () => {
  const [point] = lanes.points;
  expect(ceilingOf('pctOfPeak', lanes, { point: point!, machine })).toBe('f32');
  const strange = { ...point!, metrics: { pctOfRoof: 3, pctOfPeak: 3 } };
  expect(ceilingOf('pctOfRoof', lanes, { point: strange, machine })).toBeNull();
  expect(ceilingOf('pctOfRoof', lanes, { point: point!, machine: null })).toBeNull();
});
