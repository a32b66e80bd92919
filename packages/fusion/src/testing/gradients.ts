// For every operator with a gradient: a loss that reads it, on numbers where it is smooth.
import { createRandom, seedOf } from '@kernel-ladder/harness';
import { sum } from '../arrays.ts';
import { constant, input, mul } from '../expression.ts';
import { graphOf, node } from '../graph/build.ts';
import { countOf, typeText } from '../graph/types.ts';
import { attributesText } from '../text/print.ts';
import type { Attributes, Dtype, Shape } from '../graph/types.ts';
import type { Program } from './programs.ts';

/** One operator on inputs of shapes. */
export interface GradientCase {
  readonly op: string;
  readonly shapes: readonly Shape[];
  readonly attributes?: Attributes;
  /** Where the inputs lie; ±2 unless said. */
  readonly range?: readonly [low: number, high: number];
  /** Element types of inputs that are no f32. */
  readonly dtypes?: readonly Dtype[];
}

/** One case in words: `matmul f32[2,3] f32[3,4] {transposeA = true}`. */
export function titleOf({ op, shapes, attributes = {}, dtypes = [] }: GradientCase): string {
  const inputs = shapes.map((shape, index) => typeText({ dtype: dtypes[index] ?? 'f32', shape }));
  return [op, ...inputs, attributesText(op, attributes)].filter((word) => word !== '').join(' ');
}

/** Σ weights · operator(inputs), with weights and inputs drawn: equal weights would hide what adds up to nothing. */
export function lossOf(
  { op, shapes, attributes, dtypes = [], range = [-2, 2] }: GradientCase,
  seed = 1,
): Program {
  const random = createRandom(seedOf(op, seed));
  const inputs = shapes.map((shape, index) => input(`x${index}`, dtypes[index] ?? 'f32', shape));
  const value = node(op, inputs, attributes);
  const weights = Array.from({ length: countOf(value.type.shape) }, () => random.uniform(0.5, 1.5));
  const graph = graphOf([sum(mul(value, constant(weights, value.type.shape)))]);
  const numbersOf = (dtype: Dtype) =>
    dtype === 'f32' ? () => random.uniform(...range) : () => random.integer(0, 1);
  const feeds = graph.inputs.map(({ name, type }) => [
    name,
    Float64Array.from({ length: countOf(type.shape) }, numbersOf(type.dtype)),
  ]);
  return { graph, feeds: Object.fromEntries(feeds) };
}

const unary = (op: string, range?: GradientCase['range']): GradientCase => ({
  op,
  shapes: [[3, 4]],
  ...(range ? { range } : {}),
});

const binary = (op: string, range?: GradientCase['range']): GradientCase => ({
  op,
  shapes: [
    [3, 4],
    [3, 4],
  ],
  ...(range ? { range } : {}),
});

/** The cases, operators in the order of the table. */
export const gradientCases: readonly GradientCase[] = [
  ...['add', 'sub', 'mul'].map((op) => binary(op)),
  binary('div', [0.5, 2]),
  ...['neg', 'abs'].map((op) => unary(op)),
  ...['max', 'min'].map((op) => binary(op)),
  unary('exp'),
  ...['log', 'sqrt', 'rsqrt'].map((op) => unary(op, [0.5, 3])),
  ...['sin', 'cos', 'tanh', 'sigmoid', 'relu', 'gelu', 'silu', 'erf', 'barrier'].map((op) => unary(op)),
  binary('pow', [0.5, 3]),
  { op: 'select', shapes: [[5], [5], [5]], dtypes: ['bool'] },
  { op: 'cast', shapes: [[5]], attributes: { dtype: 'f16' } },
  { op: 'reduce-sum', shapes: [[2, 3, 4]], attributes: { axes: [0, 2] } },
  { op: 'reduce-max', shapes: [[2, 3, 4]], attributes: { axes: [1] } },
  { op: 'reduce-min', shapes: [[2, 3, 4]], attributes: { axes: [0, 1, 2] } },
  { op: 'transpose', shapes: [[2, 3, 4]], attributes: { permutation: [2, 0, 1] } },
  { op: 'reshape', shapes: [[2, 6]], attributes: { shape: [3, 4] } },
  { op: 'broadcast', shapes: [[3, 1]], attributes: { shape: [2, 3, 4] } },
  { op: 'slice', shapes: [[5, 7]], attributes: { starts: [1, 0], stops: [4, 6], steps: [1, 2] } },
  { op: 'reverse', shapes: [[3, 4]], attributes: { axes: [1] } },
  { op: 'windows', shapes: [[2, 7, 6]], attributes: { size: [3, 2], stride: [2, 1], dilation: [1, 2] } },
  ...[false, true].flatMap((transposeA) =>
    [false, true].map((transposeB) => ({
      op: 'matmul',
      shapes: [[2, ...(transposeA ? [4, 3] : [3, 4])], [2, ...(transposeB ? [5, 4] : [4, 5])], [5]],
      attributes: { transposeA, transposeB, alpha: 0.5 },
    })),
  ),
  {
    op: 'conv2d',
    shapes: [
      [2, 2, 6, 5],
      [3, 2, 3, 2],
    ],
    attributes: { stride: [2, 1], padding: [1, 1], dilation: [1, 2] },
  },
  {
    op: 'concat',
    shapes: [
      [2, 1, 3],
      [2, 4, 3],
      [2, 2, 3],
    ],
    attributes: { axis: 1 },
  },
  {
    op: 'gather',
    shapes: [
      [4, 3],
      [2, 3],
    ],
    attributes: { axis: 0 },
    dtypes: ['f32', 'i32'],
  },
  { op: 'scatter-add', shapes: [[3, 2, 2], [4], [3, 4, 2]], attributes: { axis: 1 }, dtypes: ['f32', 'i32'] },
  { op: 'pad', shapes: [[3, 2]], attributes: { before: [1, 0], after: [0, 2], between: [0, 1] } },
  { op: 'fold-windows', shapes: [[2, 3, 2]], attributes: { size: [2], stride: [2], shape: [2, 7] } },
];
