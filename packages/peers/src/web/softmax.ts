// Softmax of other people's libraries, over the rows of a matrix without a mask.
import { notApplicable } from '@kernel-ladder/harness';
import { family } from '@kernel-ladder/kernel-softmax';
import type { SoftmaxCase } from '@kernel-ladder/kernel-softmax';
import { webRows } from './rows.ts';

/** The rows of the libraries. */
export const softmaxLibraries = webRows<SoftmaxCase>({
  family,
  refuse: ({ mask, dtype }) => {
    if (dtype !== 'f32') return notApplicable('the libraries are given numbers of f32');
    return mask === 'none' ? null : notApplicable('the libraries’ softmax has no mask');
  },
  shapes: ({ rows, columns }) => ({ operands: { x: [rows, columns] }, result: [rows, columns] }),
  ways: {
    tfjs: { calls: 'softmax', compute: () => (tf, operand) => tf.softmax(operand('x')) },
    'onnxruntime-web': {
      calls: 'Softmax',
      compute: () => ({
        nodes: [{ op: 'Softmax', inputs: ['x'], output: 'y', attributes: { axis: -1 } }],
        output: 'y',
      }),
    },
    'jax-js': { calls: 'nn.softmax', compute: () => (jax, x) => jax.nn.softmax(x, -1) },
  },
});
