// The perceptron of task.ts as a graph: its loss over a batch, and the gradient of that by reverse mode.
import {
  add,
  concat,
  countOf,
  gradients,
  graphOf,
  input,
  mul,
  reshape,
  slice,
  sub,
  sum,
  tanh,
} from '@kernel-ladder/fusion';
import type { Expression, Graph, Shape } from '@kernel-ladder/fusion';
import { layers, parameterCount, sampleWidth } from './task.ts';

/**
 * From `parameters` f32[parameterCount] and a `batch` f32[samples, sampleWidth] to one vector f32[parameterCount + 1]: the gradient of
 * the mean over the batch of half the squared error, laid out as the parameters are, and that loss behind it.
 */
export function gradientGraph(samples: number): Graph {
  const parameters = weightsOf(input('parameters', 'f32', [parameterCount(layers)]));
  const loss = lossOf(parameters, input('batch', 'f32', [samples, sampleWidth]));
  return graphOf([concat([...gradients(loss, parameters), loss].map(flat), 0)]);
}

type Weights = readonly [
  hidden: Expression,
  hiddenBias: Expression,
  output: Expression,
  outputBias: Expression,
];

function weightsOf(vector: Expression): Weights {
  const { inputs, hidden, outputs } = layers;
  const outputAt = (inputs + 1) * hidden;
  const at = (start: number, shape: Shape) =>
    reshape(slice(vector, [start], [start + countOf(shape)]), shape);
  return [
    at(0, [inputs, hidden]),
    at(inputs * hidden, [hidden]),
    at(outputAt, [hidden, outputs]),
    at(outputAt + hidden * outputs, [outputs]),
  ];
}

function lossOf([hidden, hiddenBias, output, outputBias]: Weights, batch: Expression): Expression {
  const [samples = 0] = batch.type.shape;
  const x = slice(batch, [0, 0], [samples, layers.inputs]);
  const targets = slice(batch, [0, layers.inputs], [samples, sampleWidth]);
  const activations = tanh(add(product(x, hidden), hiddenBias));
  const errors = sub(add(product(activations, output), outputBias), targets);
  return mul(sum(mul(errors, errors)), 0.5 / samples);
}

// Layers this narrow fill no tile of a product's kernel: as folds they are small kernels, each with what follows it.
function product(x: Expression, weights: Expression): Expression {
  return sum(mul(reshape(x, [...x.type.shape, 1]), weights), { axes: [1] });
}

function flat(x: Expression): Expression {
  return reshape(x, [countOf(x.type.shape)]);
}
