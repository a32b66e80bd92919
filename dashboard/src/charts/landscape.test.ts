// The drawing of sweeps and of allreduce, and the places that keys lead to among their points.
import { expect, test } from 'vitest';
import type { CallLine } from '../model/allreduce.ts';
import { landscapeOf } from '../model/landscape.ts';
import { strides, swept } from '../testing-swept.ts';
import { themes } from '../theme.ts';
import { nextPlace } from '../ui/points-plot.tsx';
import { bytesText, callConfig, describeCall } from './allreduce.ts';
import { describeSpot, landscapeConfig } from './landscape.ts';

const { light } = themes;
const look = { theme: light, simulated: false };
const along = (across: string) =>
  landscapeOf(swept, { across, up: null, at: { width: '8' }, metric: null }, false)!;

test('a curve has a point a value on an axis in factors, and a ring where it bends', () => {
  const { data, options } = landscapeConfig(along('stride'), look);
  const [plain] = data.datasets;
  expect(plain!.data.map(({ x }) => x)).toEqual(strides);
  expect(plain!.pointBorderColor).toEqual(
    strides.map((stride) => (stride === 16 ? light.ink : light.series[0])),
  );
  expect(options?.scales).toMatchObject({ x: { type: 'logarithmic' }, y: { type: 'logarithmic' } });
});

test('names stand side by side without a line', () => {
  const { data, options } = landscapeConfig(along('access'), look);
  expect(data.datasets[0]).toMatchObject({ showLine: false, data: [{ x: 0 }, { x: 1 }] });
  const { ticks } = options!.scales!['x']! as unknown as {
    ticks: { callback: (value: number) => string | null };
  };
  expect([0, 0.5, 1].map((value) => ticks.callback(value))).toEqual(['read', null, 'write']);
});

test('a place says its value, its case and its knee', () => {
  const landscape = along('stride');
  const words = describeSpot(landscape, landscape.curves[0]!, strides.indexOf(16));
  expect(words).toEqual([
    'plain  250.0 GB/s',
    'stride=16,width=8,f32',
    'knee: exponent −1.00 before, 0.00 after',
  ]);
});

const point = {
  ranks: 8,
  bytes: 2 ** 20,
  timeUs: 50,
  algbw: 20.97,
  busbw: 36.7,
  id: null,
  about: 'NCCL on a host',
  ratio: 1.3,
  eventRatio: null,
  doubt: null,
};
const lines: readonly CallLine[] = [
  { source: 'model', name: 'ring', points: [{ ...point, source: 'model', name: 'ring', ratio: null }] },
  { source: 'events', name: 'ring', points: [{ ...point, source: 'events', name: 'ring', ratio: null }] },
  { source: 'library', name: 'NCCL ring', points: [{ ...point, source: 'library', name: 'NCCL ring' }] },
];

test('what is modelled is dashed, what is played a cross, what is measured a thick line of the same colour', () => {
  const { data } = callConfig(lines, { theme: light, metric: 'busbw', names: ['ring'] });
  expect(data.datasets).toMatchObject([
    { borderDash: [6, 4], pointRadius: 0 },
    { showLine: false, pointStyle: 'crossRot' },
    { borderDash: [], borderWidth: 2.5 },
  ]);
  expect(new Set(data.datasets.map(({ borderColor }) => borderColor)).size).toBe(1);
});

test('a call says where it is from, its bandwidths and how the model differs', () => {
  expect(describeCall(lines[2]!.points[0]!)).toEqual([
    'NCCL ring, measured over links',
    '1 MiB on 8 ranks: 50.00 µs'.replace('1 MiB', '1\u00a0MiB'),
    'busbw 36.70 GB/s, algbw 20.97 GB/s',
    'model 1.30× of it',
    'NCCL on a host',
  ]);
});

test.for([
  [4, '4 B'],
  [1024, '1 KiB'],
  [1536, '1.5 KiB'],
  [2 ** 30, '1 GiB'],
] as const)('%d bytes are %s', ([bytes, text]) => {
  expect(bytesText(bytes)).toBe(text.replace(' ', '\u00a0'));
});

test.for([
  ['ArrowRight', null, 0],
  ['ArrowRight', 2, 2],
  ['ArrowLeft', null, 2],
  ['ArrowUp', 0, 0],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['a', 1, null],
] as const)('%s at %s of three points leads to %s', ([key, at, next]) => {
  expect(nextPlace(key, at, 3)).toBe(next);
});

test('no key leads anywhere among no points', () => {
  expect(nextPlace('Home', null, 0)).toBeNull();
});
