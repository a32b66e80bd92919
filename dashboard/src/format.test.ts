import { metricIds, storedUnit, metricOf } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import {
  formatAmount,
  formatGiven,
  formatMetric,
  formatNumber,
  formatRange,
  formatSpeedup,
  formatTime,
  medianTime,
  shortCommit,
} from './format.ts';

const rate = { metric: 'gflops', numbers: 'float' } as const;
const share = { metric: 'pctOfRoof', numbers: 'float' } as const;

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

test('moves large arithmetic rates to TFLOP/s, those of integers to TOP/s', () => {
  const integers = { metric: 'gflops', numbers: 'integer' } as const;
  expect([formatMetric(rate, 21.4), formatMetric(rate, 58_200), formatMetric(integers, 1_261_747)]).toEqual([
    '21.40 GFLOP/s',
    '58.20 TFLOP/s',
    '1,262 TOP/s',
  ]);
});

test('writes both ends of a range in the unit of the upper one', () => {
  expect(formatRange(medianTime, 950, 1200)).toBe('0.9500–1.200 µs');
});

test('writes no digits of a share or rate that is next to nothing', () => {
  const tiny = [formatMetric(share, 0.000_003_05), formatMetric(rate, 0.000_001_9), formatAmount(0)];
  expect(tiny).toEqual(['< 0.01 %', '< 0.01 MFLOP/s', '0.000']);
  expect([formatRange(share, 0.001, 0.002), formatRange(share, 0.001, 0.02)]).toEqual([
    '< 0.01 %',
    '< 0.01–0.0200 %',
  ]);
});

test('writes shares and speed-ups with three digits', () => {
  expect([formatMetric(share, 92.61), formatSpeedup(134.9), formatSpeedup(1)]).toEqual([
    '92.6 %',
    '135×',
    '1.00×',
  ]);
});

test('shortens a commit, and says so where there is none', () => {
  expect(['ab'.repeat(20), '0'.repeat(40)].map(shortCommit)).toEqual(['abababab', 'no commit']);
});

test.for(metricIds)('writes a number that is given in the unit of %s as that metric', (metric) => {
  for (const numbers of ['float', 'integer'] as const) {
    const given = formatGiven(12_345, storedUnit(metricOf(metric).units, numbers));
    expect(given).toBe(formatMetric({ metric, numbers }, 12_345));
  }
});

test('knows the units of the metrics only', () => {
  expect([formatGiven(12.5, 'µs'), formatGiven(2500, 'GOP/s'), formatGiven(3, 'B')]).toEqual([
    '12.50 µs',
    '2.500 TOP/s',
    null,
  ]);
});
