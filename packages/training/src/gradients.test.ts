// The gradients of data-parallel training, whose derivation is the compiler's: the graph's beside those that are derived by hand, and
// those that a step takes, read off what it changes, beside both these and finite differences of the loss. All in double precision.
import { evaluate } from '@kernel-ladder/fusion';
import { fileLoader } from '@kernel-ladder/harness/node';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { trainDataParallel } from './data-parallel.ts';
import { gradientGraph } from './task-graph.ts';
import { batchOf, initialParameters, layers, makeSamples, sampleWidth } from './task.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useTestGpu();

// The same share for any number of ranks: one program.
const [seed, samplesPerRank] = [7, 4];
const { inputs, hidden, outputs } = layers;
const samples = makeSamples(seed);

const outWeights = (inputs + 1) * hidden;

// Mean over the batch of half the squared error: written down from the model's definition, without a derivative.
function loss(parameters: Float64Array, batch: number): number {
  let sum = 0;
  for (let sample = 0; sample < batch; sample++)
    for (const error of passed(parameters, sample).errors) sum += 0.5 * error ** 2;
  return sum / batch;
}

// Hidden weights and biases, then output weights and biases.
function passed(parameters: Float64Array, sample: number) {
  const at = (index: number) => parameters[index] ?? Number.NaN;
  const row = samples.subarray(sample * sampleWidth, (sample + 1) * sampleWidth);
  const activations = Array.from({ length: hidden }, (_, unit) => {
    let sum = at(inputs * hidden + unit);
    for (let each = 0; each < inputs; each++) sum += (row[each] ?? 0) * at(each * hidden + unit);
    return Math.tanh(sum);
  });
  const errors = Array.from({ length: outputs }, (_, output) =>
    activations.reduce(
      (sum, activation, unit) => sum + activation * at(outWeights + unit * outputs + output),
      at(outWeights + hidden * outputs + output) - (row[inputs + output] ?? 0),
    ),
  );
  return { row, activations, errors };
}

// The chain rule on paper: an output weight goes by δ = error and the activation before it, a hidden one by δ = (1 − a²) Σ weight · error
// and the input; a bias goes by δ alone.
function derived(parameters: Float64Array, batch: number): Float64Array {
  const gradient = new Float64Array(parameters.length);
  const outBiases = outWeights + hidden * outputs;
  const put = (index: number, share: number) => (gradient[index] = (gradient[index] ?? 0) + share / batch);
  for (let sample = 0; sample < batch; sample++) {
    const { row, activations, errors } = passed(parameters, sample);
    for (const [output, error] of errors.entries()) put(outBiases + output, error);
    for (const [unit, activation] of activations.entries()) {
      const first = outWeights + unit * outputs;
      let delta = 0;
      for (const [output, error] of errors.entries()) {
        put(first + output, error * activation);
        delta += (1 - activation ** 2) * (parameters[first + output] ?? Number.NaN) * error;
      }
      put(inputs * hidden + unit, delta);
      for (let each = 0; each < inputs; each++) put(each * hidden + unit, delta * (row[each] ?? 0));
    }
  }
  return gradient;
}

function centralDifference(parameters: Float64Array, index: number, batch: number): number {
  const step = 1e-5;
  const moved = (by: number) =>
    loss(
      parameters.map((value, at) => (at === index ? value + by : value)),
      batch,
    );
  return (moved(step) - moved(-step)) / (2 * step);
}

test('the graph has the gradient that is derived by hand, and the loss behind it', () => {
  const batch = 8;
  const parameters = Float64Array.from(initialParameters(seed));
  const feeds = { parameters, batch: batchOf(samples, 0, batch) };
  const [vector = []] = evaluate(gradientGraph(batch), feeds);
  const expected = [...derived(parameters, batch), loss(parameters, batch)];
  expect(vector).toHaveLength(expected.length);
  for (const [index, value] of expected.entries())
    expect(Math.abs((vector[index] ?? Number.NaN) - value), `element ${index}`).toBeLessThan(1e-14);
});

test.for([
  { ranks: 1, algorithm: 'ring' },
  { ranks: 2, algorithm: 'tree' },
  { ranks: 8, algorithm: 'halving-doubling' },
] as const)(
  'on $ranks ranks by $algorithm are the slopes of the loss, as derived by hand',
  async ({ ranks, algorithm }) => {
    const before = initialParameters(seed);
    // At a rate of 1 a parameter changes by its gradient.
    const { parameters } = await trainDataParallel(gpu(), {
      ranks,
      samplesPerRank,
      steps: 1,
      learningRate: 1,
      algorithm,
      seed,
      load,
    });
    const exact = Float64Array.from(before);
    const batch = ranks * samplesPerRank;
    const slopes = exact.map((_, index) => centralDifference(exact, index, batch));
    const byHand = derived(exact, batch);
    expect(Math.max(...slopes.map(Math.abs))).toBeGreaterThan(0.1);
    for (const [index, slope] of slopes.entries()) {
      const gradient = (before[index] ?? 0) - (parameters[0]?.[index] ?? Number.NaN);
      // f32 rounds the parameter before and after, and each of a few dozen additions.
      expect(Math.abs(gradient - slope), `parameter ${index}`).toBeLessThan(2e-6);
      expect(Math.abs(gradient - (byHand[index] ?? Number.NaN)), `parameter ${index}`).toBeLessThan(2e-6);
    }
  },
);
