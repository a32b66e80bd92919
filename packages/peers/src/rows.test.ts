// CPU rows answer for the same problems as the kernels: the families' own inputs, awkward cases and oracles.
import { coverEdgeCases } from '@kernel-ladder/harness';
import type { CaseParams, Problem, SelfRunVariant } from '@kernel-ladder/harness';
import { useSoftwareGpu } from '@kernel-ladder/harness/testing';
import { describe, expect, test } from 'vitest';
import { cpuRows } from './cpu/rows.ts';
import { gemmRows, products } from './gemm.ts';
import { reduceRows, vectors } from './reduce.ts';

const gpu = useSoftwareGpu();
const load = (file: string): never => {
  throw new Error(`no kernel file ${file}`);
};

function cover<Case extends CaseParams>(
  family: Problem<Case>,
  variant: SelfRunVariant<Case>,
  everything = false,
) {
  // To a processor all awkward cases are small: none needs to be left out as for a software adapter.
  const device = everything ? { ...gpu(), facts: { ...gpu().facts, software: false } } : gpu();
  return coverEdgeCases(device, { family, variant, load, seed: 1 });
}

// Three threads: more than one everywhere, and no length divides evenly.
const [reduceOne, reduceMany] = cpuRows(vectors, 3);
const [gemmOne, gemmMany] = cpuRows(products, 3);

test.for([
  ['reduce/cpu-1', () => cover(reduceRows, reduceOne!, true), 60],
  ['reduce/cpu-n', () => cover(reduceRows, reduceMany!, true), 60],
  ['gemm/cpu-1', () => cover(gemmRows, gemmOne!, true), 15],
  ['gemm/cpu-n', () => cover(gemmRows, gemmMany!, true), 15],
] as const)(
  '%s is right on every awkward case that it takes',
  { timeout: 120_000 },
  async ([, covering, least]) => {
    const { coverage, failure } = await covering();
    expect(failure).toBeNull();
    expect(coverage.reduce((sum, set) => sum + set.passed, 0)).toBeGreaterThan(least);
  },
);

const shortVector = cpuRows(
  {
    ...vectors,
    load: (params, { values }, how) => vectors.load(params, { values: values!.subarray(0, -1) }, how),
  },
  3,
);
const otherEnd = cpuRows(
  {
    ...vectors,
    load: (params, ...given) =>
      vectors.load({ ...params, op: params.op === 'max' ? 'min' : params.op }, ...given),
  },
  3,
);
const withoutTerm = cpuRows(
  {
    ...products,
    load: (params, ...given) => products.load({ ...params, k: Math.max(0, params.k - 1) }, ...given),
  },
  3,
);
const otherMatrix = cpuRows(
  { ...products, load: (params, { a, b }, how) => products.load(params, { a: a!.toReversed(), b: b! }, how) },
  3,
);

describe.for([0, 1])('the check rejects row %i', (place) => {
  test.for([
    ['that leaves out the last element', () => cover(reduceRows, shortVector[place]!), /result\[0\] is /],
    [
      'that takes the least for the greatest',
      () => cover(reduceRows, otherEnd[place]!, true),
      /op=max.*result\[0\] is /,
    ],
    ['that leaves out the last term', () => cover(gemmRows, withoutTerm[place]!), /c\[\d+\] is /],
    ['that reads A backwards', () => cover(gemmRows, otherMatrix[place]!), /c\[\d+\] is /],
  ] as const)('%s', async ([, covering, says]) => {
    expect((await covering()).failure).toMatch(says);
  });
});

test('a case that would keep a thread busy for minutes is skipped with its share', () => {
  const params = {
    m: 4096,
    n: 4096,
    k: 4096,
    fill: 'uniform',
    batch: 1,
    layout: 'nn',
    epilogue: 'none',
    dtype: 'f32',
  } as const;
  expect(gemmMany!.plan(params, gpu().facts)).toEqual({
    skip: { code: 'limit:threads', message: '46 GFLOP for each of 3 threads would take minutes' },
  });
  expect(cpuRows(products, 16)[1]!.plan(params, gpu().facts)).not.toHaveProperty('skip');
});
