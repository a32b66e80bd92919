// What is begun beside an awkward case, and that it changes no verdict.
import type { Gpu } from '@kernel-ladder/gpu';
import { expect, test, vi } from 'vitest';
import { doubleCase, family, launch } from '../../fixtures/double/family.ts';
import type { DoubleCase } from '../../fixtures/double/family.ts';
import { load } from '../../fixtures/gpu.ts';
import { sameThread } from '../contract/judges.ts';
import type { Judges } from '../contract/judges.ts';
import type { Variant } from '../contract/family.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { coverEdgeCases } from './coverage.ts';
import type { CoverageRequest } from './coverage.ts';

const gpu = useTestGpu();
const double = family.variants[0]!;

// The software device, of which nobody says so.
const hardware = (): Gpu => ({ ...gpu(), facts: { ...gpu().facts, software: false } });

// Sizes of its own for each test: a device keeps the pipelines that it has made.
const sizes = (from: number, count = 8) =>
  Array.from({ length: count }, (_, step) => doubleCase(from + step));
const of = (from: number, count = 8) => ({
  ...family,
  edgeCases: [{ set: 'EC-1D', cases: sizes(from, count) }],
});

const cover = (on: Gpu, from: number, more: Partial<CoverageRequest<DoubleCase>> = {}) =>
  coverEdgeCases(on, { family: of(from), variant: double, load, seed: 1, ...more });

/** How many pipelines had been begun by the time that each case was done, and how many were under way at most. */
async function compiledBy(on: Gpu, from: number, more: Partial<CoverageRequest<DoubleCase>> = {}) {
  const { device } = gpu();
  const compile = device.createComputePipelineAsync.bind(device);
  const begun: number[] = [];
  let [count, underWay, most] = [0, 0, 0];
  const compiling = vi.spyOn(device, 'createComputePipelineAsync').mockImplementation(async (descriptor) => {
    if (descriptor.label !== 'double.wgsl') return compile(descriptor);
    count++;
    most = Math.max(most, ++underWay);
    return compile(descriptor).finally(() => underWay--);
  });
  const onCase = () => begun.push(count);
  await cover(on, from, { family: of(from, 96), ...more, onCase });
  compiling.mockRestore();
  return { begun, most };
}

test('hardware compiles pipelines of cases to come, 64 at most, two at once beside that of the case at hand, and each once', async () => {
  const { begun, most } = await compiledBy(hardware(), 2000);
  expect(begun).toHaveLength(96);
  expect(begun.at(-1)).toBe(96);
  expect(begun[0]).toBeGreaterThan(1);
  begun.forEach((count, done) => expect(count).toBeLessThanOrEqual(done + 1 + 64));
  expect(most).toBeGreaterThanOrEqual(2);
  expect(most).toBeLessThanOrEqual(3);
});

const one = (_: unknown, done: number) => done + 1;

test('software compiles one pipeline after another, and so does who begins with nothing before its turn', async () => {
  const { begun } = await compiledBy(gpu(), 3000);
  expect(begun).toEqual(begun.map(one));
  const apart = await compiledBy(hardware(), 4000, { ahead: false });
  expect(apart.begun).toEqual(apart.begun.map(one));
});

test('a fault that is met ahead belongs to the case that brings it', async () => {
  const variant: Variant<DoubleCase> = {
    ...double,
    plan: (params) => {
      if (params.n === 505) throw new Error('no plan for 505');
      return launch(params.n === 503 ? 'invalid.wgsl' : 'double.wgsl', params);
    },
  };
  const seen: number[] = [];
  const { coverage, failure } = await cover(hardware(), 500, { variant, onCase: (done) => seen.push(done) });
  expect(coverage).toEqual([
    { set: 'EC-1D', total: 8, passed: 6, skipped: 0, failed: ['n=503,f32', 'n=505,f32'] },
  ]);
  expect(failure).toContain('n=503,f32: invalid.wgsl');
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

// Who judges here says that it goes on beside other work, and writes down what it is asked.
function noting(log: string[]): Judges {
  return {
    ...sameThread,
    inputs: (asked, request) => {
      log.push(`inputs ${String(request.params['n'])} seed ${request.seed}`);
      return sameThread.inputs(asked, request);
    },
    isBeside: () => true,
    judge: (trial) => {
      const name = `${String(trial.params['n'])} seed ${trial.seed}`;
      const judge = sameThread.judge(trial);
      return {
        ...judge,
        verify: (...question) => {
          log.push(`verify ${name}`);
          return judge.verify(...question);
        },
        free: () => log.push(`free ${name}`),
      };
    },
  };
}

test('inputs of the next case are made beside the one at hand, each once, and freed behind it', async () => {
  const log: string[] = [];
  const { failure } = await cover(hardware(), 600, { judges: noting(log) });
  expect(failure).toBeNull();
  const place = (line: string) => log.indexOf(line);
  expect(place('inputs 601 seed 2')).toBeLessThan(place('verify 600 seed 1'));
  expect(place('inputs 602 seed 1')).toBeGreaterThan(place('verify 600 seed 2'));
  const asked = log.filter((line) => line.startsWith('inputs'));
  expect(asked).toHaveLength(16);
  expect(new Set(asked).size).toBe(16);
  const freed = new Set(log.filter((line) => line.startsWith('free')));
  expect(freed.size).toBe(16);
});

test('no inputs are made ahead for a case that the variant leaves out', async () => {
  const log: string[] = [];
  const skip = { code: 'not-applicable', message: 'is left out' } as const;
  const variant = {
    ...double,
    plan: (params: DoubleCase) => (params.n === 701 ? { skip } : launch('double.wgsl', params)),
  };
  await cover(hardware(), 700, { variant, judges: noting(log) });
  expect(log.filter((line) => line.includes(' 701 '))).toEqual([]);
});

test('hardware looks past cases that the variant leaves out: they take no place among the pipelines to come', async () => {
  const skip = { code: 'not-applicable', message: 'is left out' } as const;
  const variant = {
    ...double,
    plan: ({ n }: DoubleCase) => (n > 5000 && n < 5090 ? { skip } : launch('double.wgsl', { n })),
  };
  const { begun } = await compiledBy(hardware(), 5000, { variant });
  expect(begun[0]).toBeGreaterThanOrEqual(2);
  expect(begun.at(-1)).toBe(7);
});

test('passes that share a text are one of the pipelines to come', async () => {
  const variant = {
    ...double,
    plan: ({ n }: DoubleCase) => {
      const once = launch('double.wgsl', { n });
      return { ...once, passes: Array.from({ length: 64 }, () => once.passes).flat() };
    },
  };
  const { begun } = await compiledBy(hardware(), 6000, { variant, family: of(6000, 12) });
  expect(Math.max(...begun.map((count, done) => count - done - 1))).toBeGreaterThan(1);
  expect(begun.at(-1)).toBe(12);
});

const planWithoutMemory = ({ n }: DoubleCase) => {
  if (n === 802) throw new RangeError('Array buffer allocation failed');
  return launch('double.wgsl', { n });
};

test('memory that is not to be had is told apart from a wrong answer', async () => {
  const short = await cover(hardware(), 800, { variant: { ...double, plan: planWithoutMemory } });
  expect(short).toMatchObject({ isOutOfMemory: true, failure: expect.stringContaining('n=802') });
  const wrong = await cover(hardware(), 800, {
    variant: { ...double, plan: (params) => launch('invalid.wgsl', params) },
  });
  expect(wrong.isOutOfMemory).toBeUndefined();
});
