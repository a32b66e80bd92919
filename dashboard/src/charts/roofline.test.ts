// Model and drawing of the roofline.
import type { Machine, SiteFamily } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { rooflineOf } from '../model/roofline.ts';
import { machineOf, sampleFamily } from '../testing.ts';
import { seriesStyle, themes } from '../theme.ts';
import { namePlaces } from './roof-names.ts';
import { describeRoofPoint, rooflineConfig } from './roofline.ts';

// 1000 operations on 4000 bytes: memory at 40 GB/s takes 100 ns.
const machine: Machine = {
  ...machineOf('gpu', false),
  roofs: { copyGBps: 30, readGBps: 40, gflops: { f32: 100, i32: 50 } },
  peaks: { name: 'Sheet', source: 'a sheet', gbps: 50, gflops: { f32: 200 } },
};
const family: SiteFamily = {
  ...sampleFamily,
  series: sampleFamily.series.map((series) => ({
    ...series,
    points: series.points.map((point) =>
      point.timing
        ? { ...point, metrics: { ...point.metrics, pctOfRoof: (100 * 100) / point.timing.medianNs } }
        : point,
    ),
  })),
};
const roofline = rooflineOf(family, 'n=1000,f32', machine)!;

test('has the roofs of memory and of the arithmetic in question, measured and of the datasheet', () => {
  expect(roofline.memory).toEqual([
    { name: 'memory', rate: 40, source: 'measured' },
    { name: 'memory', rate: 50, source: 'datasheet' },
  ]);
  expect(roofline.arithmetic).toEqual([
    { name: 'f32', rate: 100, source: 'measured' },
    { name: 'f32', rate: 200, source: 'datasheet' },
  ]);
});

test('has every timed result at its intensity, those of the case first, each share with its roof', () => {
  expect(
    roofline.points.map(({ variant, place, intensity, roof, share }) => [
      variant,
      place,
      intensity,
      roof,
      share,
    ]),
  ).toEqual([
    ['naive', 0, 0.25, 'memory', 10],
    ['tree', 1, 0.25, 'memory', 40],
    ['tree', null, 0.25, 'memory', 250],
  ]);
  expect(describeRoofPoint(roofline.points[0]!, roofline)).toEqual([
    'naive  1.000 GFLOP/s',
    'n=1000,f32',
    '0.250 operations a byte',
    '10.0 % of the memory roof',
    'memory 10\u00a0%, requests 10\u00a0%, f32 1.0\u00a0%, one launch 50\u00a0% of the time',
  ]);
});

test('is none on a machine without roofs of arithmetic', () => {
  const bare = { ...machine, roofs: { ...machine.roofs, gflops: {} } };
  expect(rooflineOf(family, 'n=1000,f32', bare)).toBeNull();
});

test('draws a slope that ends in a flat part for each roof, and the results above them', () => {
  const { light } = themes;
  const { data, options } = rooflineConfig(roofline, light);
  const [measured, datasheet, points] = data.datasets;
  const [, ridge] = measured!.data;
  expect(ridge).toEqual({ x: 2.5, y: 100 });
  expect(measured).toMatchObject({ showLine: true, borderDash: [] });
  expect(datasheet).toMatchObject({ label: 'f32, datasheet', borderDash: [6, 4] });
  expect(measured!.data[0]!.y).toBe(40 * measured!.data[0]!.x);
  expect(points!.data.map(({ y }) => y)).toEqual(roofline.points.map(({ gflops }) => gflops).toReversed());
  expect(points).toMatchObject({ pointStyle: ['circle', seriesStyle(light, 1).shape.pointStyle, 'circle'] });
  expect(options?.scales?.['x']).toMatchObject({ type: 'logarithmic' });
});

test('joins the points of a ladder by a line in their colour, and keeps to the ranges that are asked for', () => {
  const { light } = themes;
  const ladder = roofline.points.slice(0, 2);
  const { data, options } = rooflineConfig(roofline, light, {
    ladders: [ladder],
    intensity: [5, 10],
    rate: [1, 300],
  });
  expect(data.datasets).toHaveLength(roofline.arithmetic.length + 2);
  expect(data.datasets.at(-2)).toMatchObject({
    showLine: true,
    data: ladder.map(({ intensity, gflops }) => ({ x: intensity, y: gflops })),
  });
  expect(data.datasets[0]!.data).toEqual([
    { x: 5, y: 100 },
    { x: 5, y: 100 },
    { x: 10, y: 100 },
  ]);
  expect(options?.scales).toMatchObject({ x: { min: 5, max: 10 }, y: { min: 1, max: 300 } });
});

test('writes names of roofs that lie as high beside one another', () => {
  const names = [10, 12, 60].map((y) => ({ right: 100, y, width: 30 }));
  expect(namePlaces(names)).toEqual([
    { right: 100, y: 10 },
    { right: 62, y: 12 },
    { right: 100, y: 60 },
  ]);
});
