// The rows with the real libraries on the software adapter, from the families' own inputs to their oracles: `pnpm test:libraries`.
import { notApplicable } from '@kernel-ladder/harness';
import { coverEdgeCases, execute, openWorkbench, pageHost, profileMachine } from '@kernel-ladder/harness/run';
import type { CaseParams, Family, Gpu, SelfRunVariant, VariantKind } from '@kernel-ladder/harness';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { family as reduction } from '@kernel-ladder/kernel-reduce';
import type { ReduceCase } from '@kernel-ladder/kernel-reduce';
import { parseResult } from '@kernel-ladder/schema';
import type { Machine, Result } from '@kernel-ladder/schema';
import { beforeAll, describe, expect, test } from 'vitest';
import { attentionRows } from '../attention.ts';
import { convRows } from '../conv.ts';
import { elementwiseRows } from '../elementwise.ts';
import { fusionRows } from '../fusion.ts';
import { gemmRows } from '../gemm.ts';
import { normRows } from '../norm.ts';
import { reduceRows } from '../reduce.ts';
import { scanRows } from '../scan.ts';
import { softmaxRows } from '../softmax.ts';
import { refuseMissing } from './libraries.ts';
import { webRows } from './rows.ts';

const libraries = ['tfjs', 'onnxruntime-web', 'jax-js'] as const;
const load = (file: string): never => {
  throw new Error(`no kernel file ${file}`);
};

const gpu = useTestGpu();
let machine: Machine;
beforeAll(async () => {
  const missing = libraries.flatMap((library) => refuseMissing(library)?.skip.message ?? []);
  if (missing.length > 0) throw new Error(missing.join('; '));
  machine = await profileMachine(gpu(), pageHost());
});

/** One row: how many cases it is right on that are awkward, and how those end that are timed. */
interface Row {
  readonly name: string;
  readonly cover: (device?: Gpu) => ReturnType<typeof coverEdgeCases>;
  readonly time: () => Promise<readonly Result[]>;
}

function rowsOf<Case extends CaseParams>(
  family: Family<Case, VariantKind>,
  more: readonly Case[] = [],
): readonly Row[] {
  return family.variants.flatMap((variant) =>
    variant.kind === 'peer' && libraries.some((name) => name === variant.name)
      ? [rowOf(family, variant, more)]
      : [],
  );
}

function rowOf<Case extends CaseParams>(
  family: Family<Case, VariantKind>,
  variant: SelfRunVariant<Case>,
  more: readonly Case[],
): Row {
  return {
    name: `${family.name}/${variant.name}`,
    cover: (device = gpu()) => coverEdgeCases(device, { family, variant, load, seed: 1 }),
    time: async () => {
      const bench = openWorkbench({ gpu: gpu(), family, load, machine, effort: 'quick', edgeCases: false });
      const results: Result[] = [];
      for (const params of [...(family.cases.tiny ?? []), ...(family.cases.small ?? []), ...more])
        results.push(parseResult(variant.name, await execute(bench, { variant, params })));
      return results;
    },
  };
}

const product = {
  m: 64,
  n: 48,
  k: 80,
  fill: 'uniform',
  batch: 1,
  layout: 'nn',
  epilogue: 'none',
  dtype: 'f32',
} as const;
const shared = { mask: 'none', fill: 'uniform', output: 'attention', dtype: 'f32' } as const;
const heads = { b: 2, h: 4, g: 1, q: 33, k: 33, d: 32, ...shared };

const rows = [
  ...rowsOf(gemmRows, [
    { ...product, epilogue: 'bias-relu' },
    { ...product, epilogue: 'bias', layout: 'tn' },
    { ...product, epilogue: 'relu', layout: 'nt' },
    { ...product, batch: 3 },
    { ...product, batch: 3, layout: 'tt' },
  ]),
  ...rowsOf(elementwiseRows),
  ...rowsOf(convRows),
  ...rowsOf(softmaxRows),
  ...rowsOf(normRows),
  ...rowsOf(reduceRows),
  ...rowsOf(scanRows),
  ...rowsOf(fusionRows),
  ...rowsOf(attentionRows, [heads, { ...heads, mask: 'causal' }, { ...heads, g: 2 }]),
];

// A subgroup of SwiftShader has four lanes, in which ONNX Runtime's attention is wrong.
const narrow = 'attention/onnxruntime-web';

test('there are twenty-five rows', () => {
  expect(rows.map(({ name }) => name)).toHaveLength(25);
});

describe.for(rows.map((row) => [row.name, row] as const))('%s', ([name, { cover, time }]) => {
  test('is right on every awkward case that it takes', async () => {
    const { coverage, failure } = await cover();
    expect(failure).toBeNull();
    const passed = coverage.reduce((sum, set) => sum + set.passed, 0);
    expect(passed).toBeGreaterThan(name === narrow ? -1 : 1);
  });

  test('is checked, timed by our queries and waited for on what it takes of the timed cases', async () => {
    const results = await time();
    process.stdout.write(results.map((result) => `${outcomeOf(result)}\n`).join(''));
    expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
    const passed = results.filter(({ status }) => status === 'passed');
    const clocks = passed.map(({ timing, wallNs = 0 }) => [timing?.clock, wallNs > 0]);
    expect(clocks).toEqual(passed.map(() => ['peer', true]));
    expect(passed.length).toBeGreaterThan(name === narrow ? -1 : 0);
  });
});

function outcomeOf({ id, status, check, reason }: Result): string {
  const error = check?.worstErrorOverTolerance?.toPrecision(2);
  return status === 'passed'
    ? `${id}: passed, an error of ${error} of its bound`
    : `${id}: ${status}, ${reason?.message}`;
}

// Sums in the place of what each library is asked for, and one of a matrix that is one row short.
const confused = webRows<ReduceCase>({
  family: reduction,
  refuse: ({ op, dtype, ...rest }) =>
    op === 'max' && dtype === 'f32' && !('axes' in rest) && !('segments' in rest)
      ? null
      : notApplicable('the mistake shows in the greatest of a vector'),
  shapes: ({ n }) => ({ operands: { values: [n] }, result: [] }),
  ways: {
    tfjs: { calls: 'sum', compute: () => (tf, operand) => tf.sum(operand('values'), [0]) },
    'onnxruntime-web': {
      calls: 'ReduceSum',
      compute: () => ({
        nodes: [{ op: 'ReduceSum', inputs: ['values'], output: 'result', attributes: { keepdims: 0 } }],
        output: 'result',
      }),
    },
    'jax-js': { calls: 'numpy.sum', compute: () => (jax, values) => jax.numpy.sum(values, 0) },
  },
});

test.for(confused.map((row) => [row.name, row] as const))(
  'a sum of %s is no maximum',
  async ([, variant]) => {
    const { failure } = await coverEdgeCases(gpu(), { family: reduction, variant, load, seed: 1 });
    expect(failure).toMatch(/op=max.*result\[0\] is /);
  },
);
