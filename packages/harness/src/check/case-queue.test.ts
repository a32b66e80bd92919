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

async function compiledAtFirstCase(on: Gpu, from: number, ahead?: boolean): Promise<number> {
  const compiling = vi.spyOn(gpu().device, 'createComputePipelineAsync');
  const counts: number[] = [];
  const ofKernel = () => compiling.mock.calls.filter(([{ label }]) => label === 'double.wgsl').length;
  await cover(on, from, {
    family: of(from, 16),
    ...(ahead === undefined ? {} : { ahead }),
    onCase: () => counts.push(ofKernel()),
  });
  compiling.mockRestore();
  expect(counts.at(-1)).toBe(on.facts.software ? 6 : 16);
  return counts[0] ?? 0;
}

test('hardware compiles the pipelines of twelve cases ahead, each once; software has one case at a time', async () => {
  expect(await compiledAtFirstCase(hardware(), 200)).toBe(13);
  expect(await compiledAtFirstCase(gpu(), 300)).toBe(1);
});

test('nothing is compiled ahead where nothing is to be begun before its turn', async () => {
  expect(await compiledAtFirstCase(hardware(), 400, false)).toBe(1);
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
