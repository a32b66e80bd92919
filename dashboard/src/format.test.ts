import { expect, test } from 'vitest';
import {
  formatDtype,
  formatMetric,
  formatNumber,
  formatRange,
  formatSpeedup,
  formatTime,
  shortCommit,
} from './format.ts';

test.for([
  [812, '812.0 ns'],
  [999.96, '1.000 µs'],
  [12_345, '12.35 µs'],
  [1_234_567, '1.235 ms'],
  [7_274_000_000, '7.274 s'],
  [0, '0.000 ns'],
] as const)('writes %d ns as %s', ([ns, text]) => {
  expect(formatTime(ns)).toBe(text);
});

test('keeps whole digits and groups thousands', () => {
  expect([0.0123456, 1.5, 123.456, 4120.4, 1_234_567].map((value) => formatNumber(value))).toEqual([
    '0.01235',
    '1.500',
    '123.5',
    '4,120',
    '1,234,567',
  ]);
});

test('moves large arithmetic rates to TFLOP/s', () => {
  expect([formatMetric('gflops', 21.4), formatMetric('gflops', 58_200)]).toEqual([
    '21.40 GFLOP/s',
    '58.20 TFLOP/s',
  ]);
});

test('writes both ends of a range in the unit of the upper one', () => {
  expect(formatRange('medianNs', 950, 1200)).toBe('0.9500–1.200 µs');
});

test('writes shares and speed-ups with three digits', () => {
  expect([formatMetric('pctOfRoof', 92.61), formatSpeedup(134.9), formatSpeedup(1)]).toEqual([
    '92.6 %',
    '135×',
    '1.00×',
  ]);
});

test('names a dtype once where its parts agree', () => {
  const mixed = formatDtype({ in: 'f16', acc: 'f32', out: 'f32' });
  expect([formatDtype({ in: 'f32', acc: 'f32', out: 'f32' }), mixed]).toEqual(['f32', 'f16-f32']);
});

test('shortens a commit, and says so where there is none', () => {
  expect(['ab'.repeat(20), '0'.repeat(40)].map(shortCommit)).toEqual(['abababab', 'no commit']);
});
