import type { Timing, Work } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { compileMetrics, deriveMetrics } from './rates.ts';
import { summarise } from './summary.ts';

const conditions = {
  cache: 'cold',
  hazard: 'serial',
  method: 'single',
  warmupMs: 5,
  stopReason: 'converged',
} as const;
const took = (ns: number): Timing => summarise([ns], conditions);
const roofs = { copyGBps: 80, readGBps: 100, gflops: { f32: 1000 } };
const peaks = { name: 'Test GPU', source: 'a datasheet', gbps: 200, gflops: { f32: 4000 } };
const ceilings = { roofs, peaks, arithmetic: 'f32', inCache: false };

const memoryBound: Work = { flops: 1000, minBytes: 100_000, implBytes: 100_000 };
const computeBound: Work = { flops: 10_000_000, minBytes: 1000, implBytes: 1000 };

test('divides work by the median', () => {
  expect(deriveMetrics(memoryBound, took(2000), ceilings)).toMatchObject({ gbps: 50, gflops: 0.5 });
});

test('gives the rate of one rank’s vector of a collective, and none to others', () => {
  expect(deriveMetrics({ ...memoryBound, rankBytes: 6000 }, took(2000), ceilings).algbw).toBe(3);
  expect(deriveMetrics(memoryBound, took(2000), ceilings)).not.toHaveProperty('algbw');
});

test('relates to the bandwidth roof what moves much and computes little', () => {
  // 100 000 B at 100 GB/s take 1000 ns, at 200 GB/s 500.
  expect(deriveMetrics(memoryBound, took(2000), ceilings)).toMatchObject({ pctOfRoof: 50, pctOfPeak: 25 });
});

test('relates to the arithmetic roof what computes much', () => {
  expect(deriveMetrics(computeBound, took(20_000), ceilings)).toMatchObject({
    pctOfRoof: 50,
    pctOfPeak: 12.5,
  });
});

test('leaves bandwidth out where the data stays in the cache', () => {
  expect(deriveMetrics(memoryBound, took(2000), { ...ceilings, inCache: true })).toMatchObject({
    pctOfRoof: 0.05,
  });
});

test('has no share of a roof that was not measured, nor of a peak that is not known', () => {
  const metrics = deriveMetrics(computeBound, took(1000), {
    ...ceilings,
    arithmetic: 'tensor:f16-f32',
    peaks: null,
  });
  expect(Object.keys(metrics)).toEqual(['gbps', 'gflops']);
});

test('needs no arithmetic roof for work without operations', () => {
  const copy = { flops: 0, minBytes: 100_000, implBytes: 100_000 };
  expect(deriveMetrics(copy, took(1000), { ...ceilings, arithmetic: 'bytes' })).toMatchObject({
    gflops: 0,
    pctOfRoof: 100,
  });
});

test('adds the stages of a compiler and its pipelines up, and says nothing where none was at work', () => {
  const compiled = { buildNs: 1000, passesNs: 2000.4, generateNs: 3000 };
  const launch = { compileMs: 0.5 };
  expect(compileMetrics({ compiled }, launch)).toEqual({
    buildNs: 1000,
    passesNs: 2000,
    generateNs: 3000,
    pipelinesNs: 500_000,
    compileNs: 506_000,
  });
  expect(compileMetrics({}, launch)).toEqual({});
});
