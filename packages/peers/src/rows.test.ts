// CPU rows answer for the same problems as the kernels: the families' own inputs, awkward cases and oracles.
import type { Arrays, CaseParams, Problem } from '@kernel-ladder/harness';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { describe, expect, test } from 'vitest';
import { allreduceRows, combinations } from './allreduce.ts';
import { atomicsRows, counts } from './atomics.ts';
import { attentionRows, attentions } from './attention.ts';
import { convolutions, convRows } from './conv.ts';
import { coverRow } from './covering.ts';
import { cpuRows } from './cpu/rows.ts';
import type { CpuProblem } from './cpu/rows.ts';
import type { Task } from './cpu/task.ts';
import { gemmRows, products } from './gemm.ts';
import { normalisations, normRows } from './norm.ts';
import { reduceRows, vectors } from './reduce.ts';
import { prefixSums, scanRows } from './scan.ts';
import { quotients, softmaxRows } from './softmax.ts';
import { sortRows, sorts } from './sort.ts';
import { sparseProducts, sparseRows } from './sparse.ts';

const gpu = useTestGpu();

/** What covers the row at a place; `cpu-n` on three threads: more than one everywhere, and no length divides evenly. */
type Covering = (place: number, everything?: boolean) => ReturnType<typeof coverRow>;

function covering<Case extends CaseParams>(family: Problem<Case>, problem: CpuProblem<Case>): Covering {
  return (place, everything) => coverRow(gpu(), { family, row: cpuRows(problem, 3)[place]!, everything });
}

// The other families have theirs in test:whole.
test.for([
  ['cpu-1', 0],
  ['cpu-n', 1],
] as const)('reduce %s is right on every awkward case that it takes', async ([, place]) => {
  const { coverage, failure } = await covering(reduceRows, vectors)(place, true);
  expect(failure).toBeNull();
  expect(coverage.reduce((sum, set) => sum + set.passed, 0)).toBeGreaterThan(60);
});

// A mistake in how a case becomes a task: other inputs, or another task on the same outputs.
function given<Case extends CaseParams>(
  problem: CpuProblem<Case>,
  change: (params: Case, inputs: Arrays) => readonly [params: Case, inputs: Arrays],
): CpuProblem<Case> {
  return {
    ...problem,
    load: (params, inputs, how) => problem.load(...change(params, inputs), how),
  };
}

function instead<Case extends CaseParams>(
  problem: CpuProblem<Case>,
  change: (task: Task) => Task,
): CpuProblem<Case> {
  return {
    ...problem,
    load: (...asked) => {
      const loaded = problem.load(...asked);
      return { ...loaded, task: change(loaded.task) };
    },
  };
}

const shortVector = given(vectors, (params, { values }) => [params, { values: values!.subarray(0, -1) }]);
const otherEnd = given(vectors, (params, inputs) => [
  { ...params, op: params.op === 'max' ? 'min' : params.op },
  inputs,
]);
const withoutTerm = given(products, (params, inputs) => [
  { ...params, k: Math.max(0, params.k - 1) },
  inputs,
]);
const otherMatrix = given(products, (params, { a, b }) => [params, { a: a!.toReversed(), b: b! }]);
const otherMode = instead(prefixSums, (task) =>
  task.kind === 'scan' ? { ...task, isInclusive: !task.isInclusive } : task,
);
const lastIsZero = given(prefixSums, (params, { values }) => [
  params,
  { values: values!.map((value, index) => (index < params.n - 1 ? value : 0)) },
]);
const unmasked = instead(quotients, (task) => (task.kind === 'softmax' ? { ...task, keep: null } : task));
const unscaled = instead(quotients, (task) => (task.kind === 'softmax' ? { ...task, scale: 1 } : task));
const withoutEpsilon = instead(normalisations, (task) =>
  task.kind === 'norm' ? { ...task, epsilon: 0 } : task,
);
const withoutShift = instead(normalisations, (task) =>
  task.kind === 'norm' ? { ...task, beta: task.beta && new Float32Array(task.columns) } : task,
);
const allKeys = instead(attentions, (task) =>
  task.kind === 'attention' ? { ...task, isCausal: false } : task,
);
const wholeLengths = instead(attentions, (task) =>
  task.kind === 'attention' ? { ...task, lengths: new Uint32Array(task.b).fill(task.k) } : task,
);
const nothingHidden = instead(attentions, (task) =>
  task.kind === 'attention' ? { ...task, hidden: 0 } : task,
);
const withoutRank = given(combinations, (params, inputs) => [
  { ...params, ranks: Math.max(1, params.ranks - 1) },
  inputs,
]);
const turned = given(convolutions, (params, { x, ...filters }) => [
  params,
  { ...filters, x: x!.toReversed() },
]);
const greatest = instead(convolutions, (task) =>
  task.kind === 'conv' ? { ...task, op: task.op === 'average' ? 'max' : task.op } : task,
);
const unsigned = given(sorts, (params, inputs) => [{ ...params, dtype: 'u32' as const }, inputs]);
const backwards = given(sorts, (params, { keys, values = keys! }) => [
  params,
  { keys: keys!, values: values.toReversed() },
]);
const withoutLast = given(counts, (params, { x }) => [params, { x: x!.subarray(0, -1) }]);
const undivided = instead(combinations, (task) =>
  task.kind === 'allreduce' && task.op === 'mean' ? { ...task, op: 'sum' } : task,
);

const withoutLastEntry = given(sparseProducts, (params, { offsets, ...inputs }) => [
  params,
  { ...inputs, offsets: offsets!.map((end) => Math.max(0, Math.min(end, params.nnz - 1))) },
]);

describe.for([
  ['cpu-1', 0],
  ['cpu-n', 1],
] as const)('the check rejects a %s', ([, place]) => {
  test.for([
    ['sum that leaves out the last element', covering(reduceRows, shortVector), /result\[0\] is /],
    ['least for the greatest', covering(reduceRows, otherEnd), /op=max.*result\[0\] is /],
    ['product that leaves out the last term', covering(gemmRows, withoutTerm), /c\[\d+\] is /],
    ['product that reads A backwards', covering(gemmRows, otherMatrix), /c\[\d+\] is /],
    ['scan that counts an element where it should not', covering(scanRows, otherMode), /result\[\d+\] is /],
    ['scan that leaves out the last element', covering(scanRows, lastIsZero), /result\[\d+\] is /],
    ['softmax without its mask', covering(softmaxRows, unmasked), /mask=\w+.*y\[\d+\] is /],
    ['softmax without its scale', covering(softmaxRows, unscaled), /mask=\w+.*y\[\d+\] is /],
    ['norm without epsilon', covering(normRows, withoutEpsilon), /y\[\d+\] is /],
    ['norm without its shift', covering(normRows, withoutShift), /y\[\d+\] is /],
    [
      'attention to keys behind its query',
      covering(attentionRows, allKeys),
      /mask=causal.*outputs\[\d+\] is /,
    ],
    ['attention to padding', covering(attentionRows, wholeLengths), /mask=padding.*outputs\[\d+\] is /],
    ['score that is not hidden', covering(attentionRows, nothingHidden), /output=scores.*scores\[\d+\] is /],
    ['allreduce without the last rank', covering(allreduceRows, withoutRank), /rank \d+ has /],
    ['convolution of images that are turned', covering(convRows, turned), /y\[\d+\] is /],
    ['mean that is the greatest', covering(convRows, greatest), /op=average.*y\[\d+\] is /],
    ['sort that takes all keys for unsigned', covering(sortRows, unsigned), /sorted\[\d+\] is /],
    ['sort that carries the words of others', covering(sortRows, backwards), /carried\[\d+\] is /],
    ['matrix without its last entry', covering(sparseRows, withoutLastEntry), /y\[\d+\] is /],
    [
      'histogram or list that leaves out the last word',
      covering(atomicsRows, withoutLast),
      /counts\[\d+\] is /,
    ],
    ['mean that is a sum', covering(allreduceRows, undivided), /op=mean.*every rank has /],
  ] as const)('%s', async ([, covered, says]) => {
    expect((await covered(place)).failure).toMatch(says);
  });
});

const sized = (side: number) =>
  Object.values(gemmRows.cases)
    .flat()
    .find(({ m, n, k, dtype }) => dtype === 'f32' && [m, n, k].every((size) => size === side))!;

const planned = (place: number, threads: number, side: number) =>
  cpuRows(products, threads)[place]!.plan(sized(side), gpu().facts);

const taking = (n: number) => {
  const params = { n, op: 'sum', fill: 'uniform', dtype: 'f32' } as const;
  const rows = reduceRows.variants.filter(({ name }) => ['round-trip', 'jax-js', 'torch'].includes(name));
  return rows.map((row) => JSON.stringify(row.plan(params, gpu().facts)).includes('limit:bytes'));
};

test('a case of more data than a row has time for is skipped with its size', () => {
  expect(taking(2 ** 26)).toEqual([false, false, false]);
  expect(taking(2 ** 28)).toEqual([true, false, false]);
  expect(taking(2 ** 29)).toEqual([true, true, true]);
});

test('a case that would keep its threads busy for long is skipped with their share', () => {
  expect(planned(1, 16, 4096)).toEqual({
    skip: {
      code: 'limit:threads',
      message: 'a run takes 16 threads about 4.3 s, a row is timed where it takes at most 0.25 s',
    },
  });
  // What the suite crossover asks of one thread.
  expect(planned(0, 16, 2048)).not.toHaveProperty('skip');
  expect(planned(0, 16, 4096)).toHaveProperty('skip');
});
