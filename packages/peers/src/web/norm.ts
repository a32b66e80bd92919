// Layer normalisation and RMS norm of other people's libraries; where a library has none, what its users write instead.
import { notApplicable } from '@kernel-ladder/harness';
import type { Skip } from '@kernel-ladder/harness';
import { family } from '@kernel-ladder/kernel-norm';
import type { NormCase } from '@kernel-ladder/kernel-norm';
import type { Jax, JaxArray } from './jax.ts';
import { webRows } from './rows.ts';
import type { Tensor, Tfjs } from './tfjs.ts';

// What the family adds to the variance or mean square.
const epsilon = 1e-5;

/** The rows of the libraries. */
export const normLibraries = webRows<NormCase>({
  family,
  refuse: () => null,
  shapes: ({ rows, columns, op }) => ({
    operands: {
      x: [rows, columns],
      gamma: [columns],
      ...(op === 'layernorm' ? { beta: [columns] } : {}),
    },
    result: [rows, columns],
  }),
  ways: {
    tfjs: {
      calls: 'moments, sub, add, rsqrt, mul; mean and square for an RMS norm',
      compute: ({ op }) => (op === 'layernorm' ? tfjsLayerNorm : tfjsRmsNorm),
    },
    'onnxruntime-web': {
      refuse: refuseCancelling,
      calls: 'LayerNormalization, SimplifiedLayerNormalization',
      compute: ({ op }) => ({
        nodes: [
          {
            op: op === 'layernorm' ? 'LayerNormalization' : 'SimplifiedLayerNormalization',
            inputs: ['x', 'gamma', ...(op === 'layernorm' ? ['beta'] : [])],
            output: 'y',
            attributes: { axis: -1, epsilon: { float: epsilon } },
          },
        ],
        output: 'y',
      }),
    },
    'jax-js': {
      refuse: refuseCancelling,
      calls: 'nn.standardize, mul, add; numpy.square, mean and sqrt for an RMS norm; in one jit',
      compute: ({ op }) => (op === 'layernorm' ? jaxLayerNorm : jaxRmsNorm),
    },
  },
});

// Numbers whose mean is far above their deviation, or that are all the same: the variance comes out as rounding, below zero too.
function refuseCancelling({ op, fill }: NormCase): Skip | null {
  return op === 'layernorm' && (fill === 'offset' || fill === 'constant')
    ? notApplicable('it is wrong there: its variance is E[x²] − E[x]², which cancels')
    : null;
}

function tfjsLayerNorm(tf: Tfjs, operand: (name: string) => Tensor): Tensor {
  const x = operand('x');
  const { mean, variance } = tf.moments(x, 1, true);
  const standard = tf.mul(tf.sub(x, mean), tf.rsqrt(tf.add(variance, epsilon)));
  return tf.add(tf.mul(standard, operand('gamma')), operand('beta'));
}

function tfjsRmsNorm(tf: Tfjs, operand: (name: string) => Tensor): Tensor {
  const x = operand('x');
  const meanSquare = tf.mean(tf.square(x), 1, true);
  return tf.mul(tf.mul(x, tf.rsqrt(tf.add(meanSquare, epsilon))), operand('gamma'));
}

function jaxLayerNorm({ nn }: Jax, ...[x, gamma, beta]: readonly JaxArray[]): JaxArray {
  return nn.standardize(given(x), -1, { epsilon }).mul(given(gamma)).add(given(beta));
}

function jaxRmsNorm({ numpy }: Jax, ...[x, gamma]: readonly JaxArray[]): JaxArray {
  const meanSquare = numpy.mean(numpy.square(given(x).ref), -1, { keepdims: true });
  const scale = numpy.reciprocal(numpy.sqrt(meanSquare.add(epsilon)));
  return given(x).mul(scale).mul(given(gamma));
}

function given(array: JaxArray | undefined): JaxArray {
  if (!array) throw new Error('an operand is missing');
  return array;
}
