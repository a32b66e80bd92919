// Arithmetic intensity, operations over compulsory bytes; families hold theirs against counted work in work.test.ts.
import type { Work } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { createCountedMachine } from '../testing/counted.ts';
import { createRandom } from '../contract/random.ts';
import { deriveMetrics } from './rates.ts';
import { summarise } from './summary.ts';

function addVectors(n: number): Work {
  const { buffer, counted, work } = createCountedMachine();
  const [a, b, sum] = [buffer('a', n), buffer('b', n), buffer('sum', n)];
  for (let index = 0; index < n; index++) sum.write(index, counted(a.read(index) + b.read(index)));
  return { ...work(), implBytes: work().minBytes };
}

const conditions = {
  cache: 'cold',
  hazard: 'serial',
  method: 'single',
  warmupMs: 5,
  stopReason: 'converged',
} as const;
const [gbps, gflops] = [4000, 60_000];
const roofs = { copyGBps: gbps, readGBps: gbps, gflops: { f32: gflops } };
const ceilings = { roofs, peaks: null, arithmetic: 'f32', inCache: false };
const rates = (work: Work, ns = 1e3) => deriveMetrics(work, summarise([ns], conditions), ceilings);

test('a vector add makes one operation for two values read and one written', () => {
  const work = addVectors(1000);
  expect(work.flops / work.minBytes).toBeCloseTo(1 / 12, 12);
  const { gflops: operations, gbps: bytes } = rates(work);
  expect(operations! / bytes!).toBeCloseTo(1 / 12, 4);
});

test('the share of the roof is the rate over min(arithmetic roof, intensity × bandwidth roof) on both sides of the ridge', () => {
  const random = createRandom(1);
  const sides = new Set<boolean>();
  for (let count = 0; count < 200; count++) {
    const minBytes = random.integer(1e3, 1e6);
    const work = { flops: Math.ceil(minBytes * 2 ** random.uniform(-6, 10)), minBytes, implBytes: minBytes };
    const bandwidthRoof = (work.flops / minBytes) * gbps;
    const ns = random.uniform(1e3, 1e6);
    const expected = (100 * (work.flops / ns)) / Math.min(gflops, bandwidthRoof);
    expect(rates(work, ns).pctOfRoof! / expected).toBeCloseTo(1, 4);
    sides.add(bandwidthRoof < gflops);
  }
  expect(sides.size).toBe(2);
});
