import { inputsOf } from '@kernel-ladder/harness';
import { coverEdgeCases } from '@kernel-ladder/harness/run';
import { fileLoader } from '@kernel-ladder/harness/node';
import { validateWgsl, useTestGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { normCase } from './cases.ts';
import type { NormCase } from './cases.ts';
import { family } from './family.ts';
import { residentText } from './kernels/resident.wgsl.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useTestGpu();

// The largest |y − ref| of a rung on one case.
async function largestError(name: string, params: NormCase): Promise<number> {
  let largest = 0;
  const watched: typeof family = {
    ...family,
    edgeCases: [{ set: 'one', cases: [params] }],
    oracle: (...problem) => {
      const oracle = family.oracle(...problem);
      const verify: typeof oracle.verify = (outputs, accuracy) => {
        const report = oracle.verify(outputs, accuracy);
        largest = Math.max(largest, report.maxAbs);
        return report;
      };
      return { ...oracle, verify };
    },
  };
  const variant = family.variants.find((candidate) => candidate.name === name)!;
  const { coverage, failure } = await coverEdgeCases(gpu(), { family: watched, variant, load, seed: 1 });
  expect(failure).toBeNull();
  expect(coverage[0]?.skipped).toBe(0);
  return largest;
}

const offset: readonly NormCase[] = [1000, 4097].map((columns) => ({
  ...normCase(4, columns),
  fill: 'offset',
}));

test.for(offset)(
  'with mean 1e4 and deviation 1, $columns columns break the naive variance',
  async (params) => {
    expect(await largestError('naive', params)).toBeGreaterThan(1);
  },
);

const stable = ['welford', 'subgroup', 'resident'].map((name) => ({ name, ...offset[0]! }));

test.for(stable)('$name is within 1e-3 there', async ({ name, ...params }) => {
  expect(await largestError(name, params)).toBeLessThan(1e-3);
});

function verified(params: NormCase, x: Float32Array, y: Float32Array): boolean {
  const inputs = { ...inputsOf(family, params, 1), x };
  return family.oracle(params, inputs).verify({ y }, { longestSum: 20 }).passed;
}

test('the reference of 1, 3 is ∓1 times the scale, plus the shift', () => {
  const params = normCase(1, 2);
  const { gamma, beta } = inputsOf(family, params, 1);
  const inverse = 1 / Math.sqrt(1 + 1e-5);
  const y = Float32Array.of(-1, 1).map((value, column) => value * inverse * gamma![column]! + beta![column]!);
  expect(verified(params, Float32Array.of(1, 3), y)).toBe(true);
  expect(
    verified(
      params,
      Float32Array.of(1, 3),
      y.map((value) => value * 1.0001),
    ),
  ).toBe(false);
});

const shapes = [
  { columns: 4096, workgroup: 256, isCentred: true },
  { columns: 4096, workgroup: 256, isCentred: false },
  { columns: 32_768, workgroup: 1024, isCentred: true },
  { columns: 32_767, workgroup: 1024, isCentred: false },
];

test.for(shapes)(
  'the resident kernel for $columns columns and $workgroup threads is valid WGSL',
  async (shape) => {
    const text = residentText({ rows: 65_536, epsilon: 1e-5, subgroupMin: 32, gridX: 128, ...shape });
    expect(await validateWgsl(text)).toEqual([]);
  },
);
