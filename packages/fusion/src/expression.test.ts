// Expressions: what a reader writes down is inferred, checked and, as WGSL on a device, what the reference says.
import { readBuffer } from '@kernel-ladder/harness';
import { useTestGpu, validateWgsl } from '@kernel-ladder/harness/testing';
import { dispatch, uploaded, zeroed } from '@kernel-ladder/kernel-kit';
import { expect, test } from 'vitest';
import { matmul, reshape, sum, transpose } from './arrays.ts';
import { evaluateWithBounds } from './bounds.ts';
import { evaluate } from './evaluate.ts';
import * as to from './expression.ts';
import { graphOf, node } from './graph/build.ts';
import { GraphError } from './graph/errors.ts';
import type { Expression } from './graph/expression.ts';
import { dtypes, typeText } from './graph/types.ts';
import type { Attributes, Graph } from './graph/types.ts';
import { crossEntropy, softmax } from './layers.ts';
import { withoutDeadCode } from './passes/dead-code.ts';
import { operatorOf, operators } from './operators/table.ts';
import { elementKernel } from './testing/element-kernel.ts';
import { elementwiseSteps, gradientCases, lossOf, randomProgram, viewSteps } from './testing/index.ts';
import type { Program } from './testing/index.ts';

const gpu = useTestGpu();

test('has twelve operators or more, broadcast among them', () => {
  const names = operators.map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(12);
  expect(names).toContain('broadcast');
});

const x = to.input('x', 'f32', [2, 3]);
const n = to.input('n', 'i32', [3]);
const inferred: readonly (readonly [value: Expression, type: string])[] = [
  [to.add(x, to.input('column', 'f32', [2, 1])), 'f32[2,3]'],
  [to.mul(to.input('row', 'f16', [3]), x), 'f32[2,3]'],
  [to.add(n, 2), 'i32[3]'],
  [to.add(n, 0.5), 'f32[3]'],
  [to.add(to.input('small', 'i8', [3]), n), 'i32[3]'],
  [to.add(to.input('small', 'i8', [3]), to.input('small', 'i8', [3])), 'i32[3]'],
  [to.add(to.input('small', 'i8', [3]), 200), 'i32[3]'],
  [to.mul(to.less(n, 1), 2), 'i32[3]'],
  [to.pow(to.less(n, 1), 0.5), 'f32[3]'],
  [to.exp(n), 'f32[3]'],
  [to.less(n, x), 'bool[2,3]'],
  [to.select(to.less(n, 1), 1, x), 'f32[2,3]'],
  [to.and(to.less(n, 1), to.less(1, n)), 'bool[3]'],
  [sum(x, { axes: [-1] }), 'f32[2]'],
  [sum(x), 'f32[]'],
  [reshape(x, [3, -1]), 'f32[3,2]'],
  [matmul(to.input('batch', 'f32', [4, 5, 2]), x), 'f32[4,5,3]'],
  [matmul(transpose(x), to.input('batch', 'f32', [4, 2, 5])), 'f32[4,3,5]'],
  [softmax(x), 'f32[2,3]'],
];

test.for(inferred)('infers $1', ([value, type]) => {
  expect(typeText(value.type)).toBe(type);
});

const refused: readonly (readonly [name: string, message: string, build: () => Expression])[] = [
  [
    'ShapeError',
    'cross-entropy takes a label for each row of logits, not f32[2,3] and i32[1]',
    () => crossEntropy(x, to.input('labels', 'i32', [1])),
  ],
  [
    'DtypeError',
    'cross-entropy takes labels of integers, not f32[2]',
    () => crossEntropy(x, to.input('labels', 'f32', [2])),
  ],
  [
    'ShapeError',
    'f32[2,3] and f32[2] do not broadcast: 3 meets 2',
    () => to.add(x, to.input('y', 'f32', [2])),
  ],
  ['DtypeError', 'i32 and u32 have no type in common', () => to.add(n, to.input('u', 'u32', [3]))],
  ['ShapeError', 'not f32[2,3] and f32[2,3]', () => matmul(x, x)],
  ['ShapeError', 'f32[2,3] has no axis 2', () => sum(x, { axes: [2] })],
  ['ShapeError', 'reshape keeps the number of elements, not f32[2,3] and f32[4]', () => reshape(x, [4])],
  ['DtypeError', 'neg takes numbers with a sign, not u32[3]', () => to.neg(to.input('u', 'u32', [3]))],
  ['DtypeError', 'constant 1e+39 is no f32', () => to.constant(1e39)],
  [
    'InputError',
    'two inputs are called x: f32[2,3] and f32[3]',
    () => {
      const clash = to.add(x, to.input('x', 'f32', [3]));
      graphOf([clash]);
      return clash;
    },
  ],
];

test.for(refused)('$0: $1', ([name, message, build]) => {
  expect(build).toThrow(expect.objectContaining({ name, message: expect.stringContaining(message) }));
});

test('a value that is used twice is computed once', () => {
  const shared = to.exp(x);
  expect(graphOf([to.add(shared, shared)]).nodes.map(({ op }) => op)).toEqual(['exp', 'add']);
});

test('a chain of ten thousand values is no deeper than one', () => {
  let value = x;
  for (let turn = 0; turn < 10_000; turn++) value = to.neg(value);
  const [result] = evaluate(graphOf([value]), { x: [1, 2, 3, 4, 5, 6] });
  expect(result).toEqual(Float64Array.of(1, 2, 3, 4, 5, 6));
});

test('200 random trees are what the CPU evaluator says', async () => {
  const steps = [...elementwiseSteps, ...elementwiseSteps, ...viewSteps];
  const programs = Array.from({ length: 200 }, (_, index) =>
    tree(randomProgram({ seed: 1000 + index, operations: 8, steps })),
  );
  expect(new Set(programs.flatMap(({ graph }) => graph.nodes.map(({ op }) => op))).size).toBeGreaterThan(20);
  // A driver takes less for ten kernels than for one of ten times the length.
  for (let first = 0; first < programs.length; first += 20)
    expect(await strays(programs.slice(first, first + 20))).toEqual([]);
});

// Where activations saturate, and where a careless exponential overflows.
const far = [-200, -30, -12.5, -9, -1, -1e-3, 0, 1e-3, 1, 9, 12.5, 30, 200];

test('every map, view and source is what the CPU evaluator says', async () => {
  const ofOne = ['tanh', 'sigmoid', 'silu', 'gelu', 'erf', 'relu', 'abs', 'neg'].map((op) => {
    const graph = graphOf([node(op, [to.input('far', 'f32', [far.length])])]);
    return { graph, feeds: { far } };
  });
  const logic = [to.and, to.or].map((join) => to.cast(join(to.less(x, 0), to.notEqual(x, to.neg(x))), 'f32'));
  const compared = [to.lessEqual, to.equal, to.greater, to.greaterEqual].map((how) =>
    to.select(how(x, 0.5), x, 2),
  );
  const others = [...logic, ...compared, to.cast(to.not(to.less(x, 0)), 'i32'), to.iota([2, 3, 4], 1)];
  const ofOthers = others.map((value) => ({
    graph: graphOf([value]),
    feeds: { x: [-1, 0, 0.5, 1, -0.25, 3] },
  }));
  const smooth = gradientCases
    .filter(({ op }) => isWritten(op) && op !== 'cast')
    .map((each) => {
      const { graph, feeds } = lossOf(each);
      const [first = 0] = graph.nodes.filter(({ op }) => op === each.op).map(({ id }) => id);
      return { graph: withoutDeadCode({ ...graph, outputs: [first] }), feeds };
    });
  const programs = [...ofOne, ...ofOthers, ...smooth];
  const tried = new Set(programs.flatMap(({ graph }) => graph.nodes.map(({ op }) => op)));
  expect(operators.filter(({ name }) => isWritten(name) && !tried.has(name))).toEqual([
    expect.objectContaining({ name: 'detach' }),
  ]);
  expect(await strays(programs.slice(0, 24))).toEqual([]);
  expect(await strays(programs.slice(24))).toEqual([]);
});

test('the text of every map is WGSL in every element type that it takes', async () => {
  const graphs = dtypes.flatMap((dtype) =>
    operators
      .filter((operator) => operator.class === 'elementwise')
      .flatMap(({ name, arity }) => {
        const values = Array.from({ length: Number(arity) }, (_, at) =>
          to.input(`x${at}`, name === 'select' && at === 0 ? 'bool' : dtype, [2]),
        );
        const choices: { readonly [op: string]: readonly Attributes[] } = {
          cast: dtypes.map((other) => ({ dtype: other })),
          compare: [{ how: '<' }, { how: '==' }],
        };
        return (choices[name] ?? [{}]).flatMap((each) => built(() => node(name, values, each)));
      }),
  );
  expect(graphs.length).toBeGreaterThan(120);
  expect(await validateWgsl(elementKernel(graphs).text)).toEqual([]);
});

test('powers of negative numbers, and casts of what is beyond an integer, are those of the reference', async () => {
  const [base, power] = [to.input('base', 'f32', [6]), to.input('power', 'f32', [6])];
  const feeds = { base: [-8, -2, -2, 0, 1e20, -1e20], power: [0.5, 3, 2, 0, 1, 1] };
  const programs = [
    to.pow(base, power),
    ...(['i32', 'u32', 'i8'] as const).map((type) => to.cast(base, type)),
  ].map((value) => ({ graph: graphOf([value]), feeds }));
  const due = programs.flatMap(({ graph }) => Array.from(evaluate(graph, feeds)[0] ?? [], Math.fround));
  const found = Array.from(await onDevice(programs));
  expect([due[0], found[0]]).toEqual([Number.NaN, Number.NaN]);
  for (let at = 1; at < 6; at++) expect(found[at]).toBeCloseTo(due[at] ?? 0, at < 4 ? 4 : -17);
  expect(found.slice(6)).toEqual(due.slice(6));
});

// No graph where the operator refuses the type.
function built(build: () => Expression): readonly Graph[] {
  try {
    return [graphOf([build()])];
  } catch (error) {
    if (error instanceof GraphError && error.name === 'DtypeError') return [];
    throw error;
  }
}

function isWritten(op: string): boolean {
  return ['source', 'elementwise', 'view'].includes(operatorOf(op).class);
}

// Elements of the device that are further from the reference than WGSL lets them be: [is, should be, may be off].
async function strays(programs: readonly Program[]): Promise<readonly (readonly number[])[]> {
  const results = await onDevice(programs);
  const expected = programs.flatMap(({ graph, feeds }) => evaluateWithBounds(graph, feeds));
  const bounds = expected.flatMap((output) => [...output.bounds]);
  return expected
    .flatMap((output) => [...output.values])
    .map((value, at) => [results[at] ?? Number.NaN, value, bounds[at] ?? 0] as const)
    .filter(([is, value, bound]) => !(Math.abs(value - is) <= bound));
}

// A program with one output, and what that needs.
function tree({ graph, feeds }: Program): Program {
  return { graph: withoutDeadCode({ ...graph, outputs: graph.outputs.slice(0, 1) }), feeds };
}

async function onDevice(programs: readonly Program[]): Promise<Float32Array> {
  const { text, outputs } = elementKernel(programs.map(({ graph }) => graph));
  const given = programs.flatMap(({ graph, feeds }) =>
    graph.inputs.flatMap(({ name }) => Array.from(feeds[name] ?? [])),
  );
  const { device } = gpu();
  const module = device.createShaderModule({ code: text });
  const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
  const [inputs, result] = [uploaded(gpu(), Float32Array.from(given)), zeroed(gpu(), outputs * 4)];
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  dispatch(gpu(), pipeline, { buffers: [inputs, result], workgroups: [1, 1, 1] })(pass);
  pass.end();
  device.queue.submit([encoder.finish()]);
  const bytes = await readBuffer(gpu(), result, { offset: 0, bytes: outputs * 4 });
  inputs.destroy();
  result.destroy();
  return new Float32Array(bytes);
}
