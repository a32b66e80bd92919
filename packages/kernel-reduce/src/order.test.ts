// The same numbers added in different orders: how far from the truth each one ends where large terms cancel.
import { createRandom, planFor, unitRoundoff } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { sumError } from '@kernel-ladder/kernel-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { family } from './family.ts';
import { reduce } from './prepare.ts';
import { reduceCase } from './cases/vector.ts';

const n = 2 ** 16;
const u = unitRoundoff.f32;

// Condition numbers Σ|x| / |Σx|: about 1000 and 17.
const series = {
  // 2^24 takes in no term below 1; what it has swallowed is missing once it is taken away.
  'ill-conditioned': illConditioned(),
  // 1 − 1/2 + 1/3 − …, which tends to ln 2.
  alternating: Float32Array.from({ length: n }, (_, index) => (index % 2 === 0 ? 1 : -1) / (index + 1)),
};

type Round = (value: number) => number;
const f64: Round = (value) => value;
const f32: Round = Math.fround;

const orders = { naive, pairwise, kahan };
type Order = keyof typeof orders;

// Worst error in units of u·Σ|x|: one addition after the other, a tree, and Kahan's 2, whose next term is n·u, far below 1
// (Higham, Accuracy and Stability of Numerical Algorithms, 2002, sections 4.2 and 4.3).
const bounds: { readonly [Name in Order]: number } = {
  naive: n - 1,
  pairwise: Math.log2(n),
  kahan: 2 + n * u,
};

describe.for(Object.entries(series))('%s terms', ([, values]) => {
  const exact = kahan(values, f64);
  const condition = absoluteSum(values) / Math.abs(exact);

  test.for(['naive', 'pairwise', 'kahan'] as const)('%s keeps its condition-scaled bound', (order) => {
    const relative = Math.abs(orders[order](values, f32) - exact) / Math.abs(exact);
    expect(relative).toBeLessThanOrEqual(bounds[order] * u * condition);
  });
});

// Alternating terms keep the partial sums small, so that only Kahan's bound is narrow enough.
test.for([
  ['ill-conditioned', 'pairwise'],
  ['ill-conditioned', 'kahan'],
  ['alternating', 'kahan'],
] as const)('on %s terms naive exceeds the bound that %s keeps', ([name, order]) => {
  expect(units(naive(series[name], f32), series[name])).toBeGreaterThan(bounds[order]);
});

test('the orders end this far from the truth, in units of u·Σ|x|', () => {
  const spread = Object.entries(series).map(([name, values]) => {
    const found = Object.entries(orders).map(([order, sum]) => [
      order,
      units(sum(values, f32), values).toFixed(3),
    ]);
    return [name, Object.fromEntries(found)];
  });
  expect(Object.fromEntries(spread)).toMatchInlineSnapshot(`
    {
      "alternating": {
        "kahan": "0.003",
        "naive": "11.054",
        "pairwise": "0.088",
      },
      "ill-conditioned": {
        "kahan": "0.091",
        "naive": "16375.910",
        "pairwise": "1.090",
      },
    }
  `);
});

describe('the kernels on ill-conditioned terms', () => {
  const load = fileLoader(new URL('./kernels/', import.meta.url));
  const values = series['ill-conditioned'];
  const rungs = family.variants.filter(({ name }) => !/^(axis-|segment-|auto)/.test(name));
  const gpu = useTestGpu();
  let buffer: GPUBuffer;
  beforeAll(() => {
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
    buffer = gpu().device.createBuffer({ size: values.byteLength, usage });
    gpu().device.queue.writeBuffer(buffer, 0, values);
  });
  afterAll(() => buffer.destroy());

  test.for(rungs)(
    '$name keeps its bound, where one addition after the other does not',
    async (rung, context) => {
      const plan = planFor(rung, reduceCase(n), gpu().facts);
      if ('skip' in plan) return context.skip(plan.skip.message);
      const sum = await reduce(gpu(), {
        values: buffer,
        n,
        dtype: 'f32',
        op: 'sum',
        load,
        variant: rung.name,
      });
      const bound = sumError(plan.longestSum, 'drawn') / u;
      await context.annotate(`${units(sum, values).toFixed(3)} u·Σ|x| of ${bound.toFixed(1)}`);
      expect(units(sum, values)).toBeLessThanOrEqual(bound);
      expect(units(naive(values, f32), values)).toBeGreaterThan(bound);
    },
  );
});

function units(sum: number, values: Float32Array): number {
  return Math.abs(sum - kahan(values, f64)) / (u * absoluteSum(values));
}

function illConditioned(): Float32Array {
  const random = createRandom(3);
  const values = Float32Array.from({ length: n }, () => random.uniform(0, 1));
  values[0] = 2 ** 24;
  values[n - 1] = -(2 ** 24);
  return values;
}

function absoluteSum(values: Float32Array): number {
  return values.reduce((sum, value) => sum + Math.abs(value), 0);
}

function naive(values: Float32Array, round: Round): number {
  let sum = 0;
  for (const value of values) sum = round(sum + value);
  return sum;
}

// Neighbours, then neighbouring sums; n is a power of two.
function pairwise(values: Float32Array, round: Round): number {
  let level = Array.from(values);
  while (level.length > 1) {
    const below = level;
    level = Array.from({ length: below.length / 2 }, (_, index) =>
      round((below[2 * index] ?? 0) + (below[2 * index + 1] ?? 0)),
    );
  }
  return level[0] ?? 0;
}

// Kahan 1965: what an addition rounds away is taken off the next term.
function kahan(values: Float32Array, round: Round): number {
  let [sum, excess] = [0, 0];
  for (const value of values) {
    const term = round(value - excess);
    const next = round(sum + term);
    excess = round(round(next - sum) - term);
    sum = next;
  }
  return sum;
}
