// Sums and extremes of other people's libraries: of a vector, or of a tensor along axes, in f32.
import { notApplicable } from '@kernel-ladder/harness';
import type { Skip } from '@kernel-ladder/harness';
import { family } from '@kernel-ladder/kernel-reduce';
import type { FoldOp, ReduceCase } from '@kernel-ladder/kernel-reduce';
import { webRows } from './rows.ts';
import type { Dims } from './task.ts';

const onnxNames: { readonly [Op in FoldOp]: string } = {
  sum: 'ReduceSum',
  min: 'ReduceMin',
  max: 'ReduceMax',
};

/** The rows of the libraries. */
export const reduceLibraries = webRows<ReduceCase>({
  family,
  refuse,
  shapes: (params) => {
    const { dims, axes } = tensorOf(params);
    return { operands: { values: dims }, result: dims.filter((_, axis) => !axes.includes(axis)) };
  },
  ways: {
    tfjs: {
      calls: 'sum, min, max',
      refuse: refuseSubnormals,
      compute: (params) => (tf, operand) => tf[foldOf(params)](operand('values'), tensorOf(params).axes),
    },
    'onnxruntime-web': {
      calls: 'ReduceSum, ReduceMin, ReduceMax',
      refuse: refuseSubnormals,
      compute: (params) => ({
        nodes: [
          {
            op: onnxNames[foldOf(params)],
            inputs: ['values', 'axes'],
            output: 'result',
            attributes: { keepdims: 0 },
          },
        ],
        constants: { axes: tensorOf(params).axes },
        output: 'result',
      }),
    },
    'jax-js': {
      calls: 'numpy.sum, numpy.min, numpy.max',
      compute: (params) => (jax, values) => jax.numpy[foldOf(params)](values, tensorOf(params).axes),
    },
  },
});

function refuse(params: ReduceCase): Skip | null {
  if (params.dtype !== 'f32') return notApplicable('the libraries are given numbers of f32');
  if ('segments' in params) return notApplicable('the libraries reduce no segments');
  if ('workgroup' in params) return notApplicable('a library chooses its workgroups itself');
  if (params.op === 'argmax' || params.op === 'argmin')
    return notApplicable('the libraries give the value of an extreme here, not its index');
  return 'axes' in params && params.axes === 'none'
    ? notApplicable('along no axis nothing is reduced')
    : null;
}

// WGSL lets a device take them for zeros: which of them is the greatest is then left open.
function refuseSubnormals({ fill }: ReduceCase): Skip | null {
  return fill === 'subnormals'
    ? notApplicable('it gives any of several subnormal numbers for an extreme')
    : null;
}

// A vector is a tensor of one axis.
function tensorOf(params: ReduceCase): { readonly dims: Dims; readonly axes: Dims } {
  if (!('axes' in params)) return { dims: [params.n], axes: [0] };
  return {
    dims: String(params.shape).split('x').map(Number),
    axes: String(params.axes).split('+').map(Number),
  };
}

function foldOf({ op }: ReduceCase): FoldOp {
  if (op === 'argmax' || op === 'argmin') throw new Error(`${op} gives an index`);
  return op;
}
