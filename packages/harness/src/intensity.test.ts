// Arithmetic intensity, operations over compulsory bytes: counted while a problem runs, derived by hand, and as rates have it.
import type { Work } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { createRandom } from './random.ts';
import { deriveMetrics } from './rates.ts';
import { summarise } from './summary.ts';

/** Memory that knows which of its f32 elements were touched, and arithmetic that counts itself. */
function createMachine() {
  const touched = new Set<string>();
  let flops = 0;
  const buffer = (name: string, length: number) => {
    const values = new Float64Array(length).fill(1);
    const at = (index: number) => {
      touched.add(`${name} ${index}`);
      return index;
    };
    return {
      read: (index: number) => values[at(index)]!,
      write: (index: number, value: number) => {
        values[at(index)] = value;
      },
    };
  };
  const counted = (value: number) => {
    flops++;
    return value;
  };
  const work = (): Work => ({ flops, minBytes: 4 * touched.size, implBytes: 4 * touched.size });
  return { buffer, counted, work };
}

function addVectors(n: number): Work {
  const { buffer, counted, work } = createMachine();
  const [a, b, sum] = [buffer('a', n), buffer('b', n), buffer('sum', n)];
  for (let index = 0; index < n; index++) sum.write(index, counted(a.read(index) + b.read(index)));
  return work();
}

function multiplyMatrices(m: number, n: number, k: number): Work {
  const { buffer, counted, work } = createMachine();
  const [a, b, c] = [buffer('a', m * k), buffer('b', k * n), buffer('c', m * n)];
  for (let row = 0; row < m; row++)
    for (let column = 0; column < n; column++) {
      let sum = 0;
      for (let term = 0; term < k; term++)
        sum = counted(sum + counted(a.read(row * k + term) * b.read(term * n + column)));
      c.write(row * n + column, sum);
    }
  return work();
}

// Maximum, difference, exponential, sum and quotient: five operations an element.
function softmaxRows(rows: number, columns: number): Work {
  const { buffer, counted, work } = createMachine();
  const [x, y] = [buffer('x', rows * columns), buffer('y', rows * columns)];
  for (let row = 0; row < rows; row++) {
    const places = Array.from({ length: columns }, (_, column) => row * columns + column);
    const top = places.reduce((most, place) => counted(Math.max(most, x.read(place))), -Infinity);
    const powers = places.map((place) => counted(Math.exp(counted(x.read(place) - top))));
    const total = powers.reduce((sum, power) => counted(sum + power), 0);
    places.forEach((place, column) => y.write(place, counted(powers[column]! / total)));
  }
  return work();
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

test.for([
  // n additions; two vectors read, one written.
  ['vector add of 1000', addVectors(1000), 1 / 12],
  // 2n³ operations on three matrices of 4n² bytes: n / 6.
  ['GEMM of 12 × 12 × 12', multiplyMatrices(12, 12, 12), 12 / 6],
  ['GEMM of 30 × 30 × 30', multiplyMatrices(30, 30, 30), 30 / 6],
  // 2mnk / 4(mk + kn + mn).
  ['GEMM of 4 × 6 × 20', multiplyMatrices(4, 6, 20), 960 / (4 * (80 + 120 + 24))],
  // One row of A by a matrix: never more than half an operation a byte.
  ['GEMM of 1 × 50 × 50', multiplyMatrices(1, 50, 50), 5000 / (4 * 2600)],
  // Five operations on a value that is read and written once.
  ['softmax of 1 × 100', softmaxRows(1, 100), 5 / 8],
  ['softmax of 20 × 33', softmaxRows(20, 33), 5 / 8],
] as const)('%s has the intensity derived by hand', ([, work, derived]) => {
  expect(work.flops / work.minBytes).toBeCloseTo(derived, 12);
  const metrics = rates(work);
  expect(metrics.gflops! / metrics.gbps!).toBeCloseTo(derived, 4);
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
