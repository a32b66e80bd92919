import { inputsOf } from '@kernel-ladder/harness';
import { coverEdgeCases } from '@kernel-ladder/harness/run';
import { fileLoader } from '@kernel-ladder/harness/node';
import { validateWgsl, useTestGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { softmaxCase } from './cases.ts';
import type { Fill, SoftmaxCase } from './cases.ts';
import { compareRow, startComparison } from './oracle/compare.ts';
import { family } from './family.ts';
import { residentText } from './kernels/resident.wgsl.ts';
import { problemOf, rowStatistics, softmaxAt } from './oracle/reference.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useTestGpu();

function solved(params: SoftmaxCase) {
  const inputs = inputsOf(family, params, 1);
  const problem = problemOf(params, inputs);
  const statistics = rowStatistics(problem);
  const y = new Float32Array(params.rows * params.columns);
  for (let index = 0; index < y.length; index++) {
    const row = Math.floor(index / params.columns);
    y[index] = softmaxAt(problem, statistics, row, index % params.columns);
  }
  const verify = (outputs: Float32Array) =>
    family.oracle(params, inputs).verify({ y: outputs }, { longestSum: 1 });
  return { y, verify };
}

test('the reference of logits 0 and ln 3 is a quarter and three quarters, of a masked row zeros', () => {
  const problem = { x: [0, Math.log(3)], rows: 1, columns: 2, scale: 1, keep: null };
  const both = [0, 1].map((column) => softmaxAt(problem, rowStatistics(problem), 0, column));
  expect(both.map((value) => value.toFixed(12))).toEqual(['0.250000000000', '0.750000000000']);
  const masked = { ...problem, keep: [0, 0] };
  expect(softmaxAt(masked, rowStatistics(masked), 0, 1)).toBe(0);
});

test('accepts the reference itself and rejects rows that sum to 1.00002', () => {
  const { y, verify } = solved(softmaxCase(5, 1000));
  expect(verify(y).passed).toBe(true);
  expect(verify(y.map((value) => value * 1.00002)).passed).toBe(false);
});

// The largest |Σy − 1| over the rows of a rung's answer; null where the adapter or the rung does not take the case.
async function largestSumError(name: string, params: SoftmaxCase): Promise<number | null> {
  let largest: number | null = null;
  const watched: typeof family = {
    ...family,
    edgeCases: [{ set: 'one', cases: [params] }],
    oracle: (...problem) => {
      const oracle = family.oracle(...problem);
      const verify: typeof oracle.verify = (outputs, accuracy) => {
        for (let row = 0; row < params.rows; row++) {
          const of = outputs['y']!.subarray(row * params.columns, (row + 1) * params.columns);
          largest = Math.max(largest ?? 0, Math.abs(sumOf(of as Float32Array) - 1));
        }
        return oracle.verify(outputs, accuracy);
      };
      return { ...oracle, verify };
    },
  };
  const variant = family.variants.find((candidate) => candidate.name === name)!;
  const { failure } = await coverEdgeCases(gpu(), { family: watched, variant, load, seed: 1 });
  expect(failure).toBeNull();
  return largest;
}

function sumOf(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

test.for(['unsafe', 'safe', 'online', 'resident', 'subgroup'])(
  'the rows of %s sum to 1 within 1e-5',
  async (name) => {
    for (const columns of [33, 1000]) {
      const error = await largestSumError(name, softmaxCase(3, columns));
      expect(error).not.toBeNull();
      expect(error!).toBeLessThan(1e-5);
    }
  },
);

test('finds a missing element that a large matrix’s sample skips by its row sum', () => {
  const few = { x: new Float32Array(256), rows: 4, columns: 64, scale: 1, keep: null };
  const y = new Float32Array(256).fill(1 / 64);
  // Row 1 of a million is neither compared whole nor, in column 5, sampled.
  const problem = { ...few, rows: 2 ** 20 };
  const comparison = startComparison({ problem, statistics: rowStatistics(few), y, sumError: 0 });
  compareRow(comparison, 1);
  expect(comparison.tally.worst).toBeLessThan(1);
  y[64 + 5] = 0;
  compareRow(comparison, 1);
  expect(comparison.tally.message).toContain('the sum of row 1 is 0.98');
});

test.for([
  { off: 2e-5, says: 'the sum of row 1 is 1.00001' },
  { off: -2e-5, says: 'the sum of row 1 is 0.99997' },
  { off: 5e-6, says: '' },
])('holds row sums within 1e-5 of 1: one that is $off off says "$says"', ({ off, says }) => {
  const few = { x: new Float32Array(256), rows: 4, columns: 64, scale: 1, keep: null };
  const y = new Float32Array(256).fill(1 / 64);
  // Column 5 of a large matrix is not looked at by itself.
  y[64 + 5] = 1 / 64 + off;
  const problem = { ...few, rows: 2 ** 20 };
  const comparison = startComparison({ problem, statistics: rowStatistics(few), y, sumError: 0 });
  compareRow(comparison, 1);
  expect(comparison.tally.worst > 1).toBe(says !== '');
  expect(comparison.tally.message).toContain(says);
});

test('which columns are masked out is the same under every seed, the logits are not', () => {
  const [one, other] = [1, 2].map((seed) => inputsOf(family, softmaxCase(4, 256, 'padding'), seed));
  expect(one?.['keep']).toEqual(other?.['keep']);
  expect(one?.['x']).not.toEqual(other?.['x']);
});

const fills: readonly { fill: Fill; broken: number }[] = [
  { fill: 'uniform', broken: 0 },
  { fill: 'constant', broken: 0 },
  { fill: 'zeros', broken: 0 },
  { fill: 'peak', broken: 1 },
  { fill: 'low', broken: 1 },
  { fill: 'spike', broken: 1 },
  { fill: 'floor', broken: 1 },
  { fill: 'offset', broken: 1 },
];

test.for(fills)('unsafe gets $broken of one row of $fill wrong, safe none', async ({ fill, broken }) => {
  const edgeCases = [{ set: 'one', cases: [{ ...softmaxCase(1, 300), fill }] }];
  for (const name of ['unsafe', 'safe']) {
    const variant = family.variants.find((candidate) => candidate.name === name)!;
    const { coverage, failure } = await coverEdgeCases(gpu(), {
      family: { ...family, edgeCases },
      variant,
      load,
      seed: 1,
    });
    expect(failure).toBeNull();
    expect(coverage[0]?.expectedFailures?.length ?? 0).toBe(name === 'unsafe' ? broken : 0);
  }
});

const shapes = [
  { columns: 4096, workgroup: 256, maskScale: null },
  { columns: 4096, workgroup: 256, maskScale: 0.125 },
  { columns: 32_768, workgroup: 1024, maskScale: null },
  { columns: 32_767, workgroup: 1024, maskScale: 0.125 },
];

test.for(shapes)(
  'the resident kernel for $columns columns and $workgroup threads is valid WGSL',
  async (shape) => {
    for (const stored of ['f32', 'f16'] as const) {
      const text = residentText({ rows: 65_536, subgroupMin: 32, gridX: 128, stored, ...shape });
      expect(await validateWgsl(text)).toEqual([]);
    }
  },
);
