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

/** Numbers of a sample: its inputs, then what the outputs should be. */
export const sampleWidth = layers.inputs + layers.outputs;

/** Sample by sample, four inputs in [−1, 1) and the two smooth functions of them that are to be learned. */
export function makeSamples(seed: number): Float32Array {
  const random = createRandom(seed);
  const samples = new Float32Array(sampleCount * sampleWidth);
  for (let at = 0; at < samples.length; at += sampleWidth) {
    const [a, b, c, d] = [0, 1, 2, 3].map(() => random.uniform(-1, 1)) as [number, number, number, number];
    samples.set([a, b, c, d, Math.sin(2 * a) + b * c, 0.5 * d - a * b], at);
  }
  return samples;
}

/** The `rows` samples of a training step, numbered from 0. */
export function batchOf(samples: Float32Array, step: number, rows: number): Float32Array<ArrayBuffer> {
  const batch = new Float32Array(rows * sampleWidth);
  for (let row = 0; row < rows; row++) {
    const at = ((step * rows + row) % sampleCount) * sampleWidth;
    batch.set(samples.subarray(at, at + sampleWidth), row * sampleWidth);
  }
  return batch;
}

/** Parameters to begin with, the same on every rank. */
export function initialParameters(seed: number): Float32Array {
  const random = createRandom(seed + 1);
  return fill(new Float32Array(parameterCount(layers)), () => random.uniform(-0.5, 0.5));
}
