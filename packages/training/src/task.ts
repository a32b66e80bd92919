// A small regression that a perceptron can learn, the same on every machine.
import { createRandom, fill } from '@kernel-ladder/harness';

/** Layers of the perceptron: tanh in the hidden one, none in the last. */
export interface Layers {
  readonly inputs: number;
  readonly hidden: number;
  readonly outputs: number;
}

/** The layers of the task. */
export const layers: Layers = { inputs: 4, hidden: 16, outputs: 2 };

/** Samples there are; a training step takes the next of them, round and round. */
export const sampleCount = 512;

/** Weights and biases of all layers. */
export function parameterCount({ inputs, hidden, outputs }: Layers): number {
  return (inputs + 1) * hidden + (hidden + 1) * outputs;
}

/** Sample by sample, four inputs in [−1, 1) and the two smooth functions of them that are to be learned. */
export function makeSamples(seed: number): Float32Array {
  const random = createRandom(seed);
  const width = layers.inputs + layers.outputs;
  const samples = new Float32Array(sampleCount * width);
  for (let at = 0; at < samples.length; at += width) {
    const [a, b, c, d] = [0, 1, 2, 3].map(() => random.uniform(-1, 1)) as [number, number, number, number];
    samples.set([a, b, c, d, Math.sin(2 * a) + b * c, 0.5 * d - a * b], at);
  }
  return samples;
}

/** Parameters to begin with, the same on every rank. */
export function initialParameters(seed: number): Float32Array {
  const random = createRandom(seed + 1);
  return fill(new Float32Array(parameterCount(layers)), () => random.uniform(-0.5, 0.5));
}
