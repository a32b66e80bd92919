// Cumulative sums of other people's libraries, of a vector of f32.
import { notApplicable } from '@kernel-ladder/harness';
import type { DeviceFacts, Skip } from '@kernel-ladder/harness';
import { family } from '@kernel-ladder/kernel-scan';
import type { ScanCase } from '@kernel-ladder/kernel-scan';
import { webRows } from './rows.ts';

// Up to here jax-js writes its loop as one expression.
const mostUnrolled = 32;

// Half a second on the largest GPU, and as long on a processor.
const mostAdditions = { hardware: 2 ** 39, software: 2 ** 26 };

/** The rows of the libraries. */
export const scanLibraries = webRows<ScanCase>({
  family,
  refuse: ({ dtype }) => (dtype === 'f32' ? null : notApplicable('the libraries are given sums of f32')),
  shapes: ({ n }) => ({ operands: { values: [n] }, result: [n] }),
  ways: {
    tfjs: {
      calls: 'cumsum',
      refuse: ({ n }) => (n === 1 ? notApplicable('a sum of one element is copied, not computed') : null),
      compute:
        ({ mode }) =>
        (tf, operand) =>
          tf.cumsum(operand('values'), 0, mode === 'exclusive'),
    },
    'onnxruntime-web': {
      calls: 'CumSum',
      refuse: (params, { software }) => refuseQuadratic(params, { calls: 'CumSum', software }),
      compute: ({ mode }) => ({
        nodes: [
          {
            op: 'CumSum',
            inputs: ['values', 'axis'],
            output: 'result',
            attributes: { exclusive: mode === 'exclusive' ? 1 : 0 },
          },
        ],
        constants: { axis: 0 },
        output: 'result',
      }),
    },
    'jax-js': {
      calls: 'numpy.cumsum',
      refuse: (params, { software }) => {
        if (params.mode === 'exclusive') return notApplicable('numpy.cumsum is inclusive');
        if (software && params.n <= mostUnrolled)
          return notApplicable('compiling its unrolled loop takes a software adapter minutes and gigabytes');
        return refuseQuadratic(params, { calls: 'numpy.cumsum', software });
      },
      compute: () => (jax, values) => jax.numpy.cumsum(values, 0),
    },
  },
});

interface Call extends Pick<DeviceFacts, 'software'> {
  readonly calls: string;
}

// Every thread adds up all that is before its element: seen in the shaders of both libraries.
function refuseQuadratic({ n }: ScanCase, { calls, software }: Call): Skip | null {
  const most = software ? mostAdditions.software : mostAdditions.hardware;
  const additions = (n * n) / 2;
  if (additions <= most) return null;
  const message = `${calls} adds up every prefix anew, which is ${additions.toExponential(1)} additions: no more than ${most.toExponential(1)} are waited for`;
  return { skip: { code: 'limit:additions', message } };
}
