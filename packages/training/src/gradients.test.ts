// The gradients that a step takes, read off what it changes, against finite differences of the loss in double precision.
import { fileLoader } from '@kernel-ladder/harness/node';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { trainDataParallel } from './data-parallel.ts';
import { initialParameters, layers, makeSamples } from './task.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useTestGpu();

const [seed, batch] = [7, 32];
const { inputs, hidden, outputs } = layers;
const samples = makeSamples(seed);

// Mean over the batch of half the squared error: written down from the model's definition, without a derivative.
function loss(parameters: Float64Array): number {
  let sum = 0;
  for (let sample = 0; sample < batch; sample++) {
    const row = samples.subarray(sample * (inputs + outputs), (sample + 1) * (inputs + outputs));
    for (const [output, value] of predicted(parameters, row).entries())
      sum += 0.5 * (value - (row[inputs + output] ?? 0)) ** 2;
  }
  return sum / batch;
}

// Hidden weights and biases, then output weights and biases.
function predicted(parameters: Float64Array, row: Float32Array): readonly number[] {
  const at = (index: number) => parameters[index] ?? Number.NaN;
  const outWeights = (inputs + 1) * hidden;
  const activations = Array.from({ length: hidden }, (_, unit) => {
    let sum = at(inputs * hidden + unit);
    for (let input = 0; input < inputs; input++) sum += (row[input] ?? 0) * at(input * hidden + unit);
    return Math.tanh(sum);
  });
  return Array.from({ length: outputs }, (_, output) =>
    activations.reduce(
      (sum, activation, unit) => sum + activation * at(outWeights + unit * outputs + output),
      at(outWeights + hidden * outputs + output),
    ),
  );
}

function centralDifference(parameters: Float64Array, index: number): number {
  const step = 1e-5;
  const moved = (by: number) => loss(parameters.map((value, at) => (at === index ? value + by : value)));
  return (moved(step) - moved(-step)) / (2 * step);
}

test.for([
  { ranks: 1, algorithm: 'ring' },
  { ranks: 2, algorithm: 'tree' },
  { ranks: 8, algorithm: 'halving-doubling' },
] as const)('on $ranks ranks by $algorithm are the slopes of the loss', async ({ ranks, algorithm }) => {
  const before = initialParameters(seed);
  // At a rate of 1 a parameter changes by its gradient.
  const { parameters } = await trainDataParallel(gpu(), {
    ranks,
    samplesPerRank: batch / ranks,
    steps: 1,
    learningRate: 1,
    algorithm,
    seed,
    load,
  });
  const exact = Float64Array.from(before);
  const slopes = before.map((_, index) => centralDifference(exact, index));
  expect(Math.max(...slopes.map(Math.abs))).toBeGreaterThan(0.1);
  for (const [index, slope] of slopes.entries()) {
    const gradient = (before[index] ?? 0) - (parameters[0]?.[index] ?? Number.NaN);
    // f32 rounds the parameter before and after, and each of a few dozen additions.
    expect(Math.abs(gradient - slope), `parameter ${index}`).toBeLessThan(2e-6);
  }
});
