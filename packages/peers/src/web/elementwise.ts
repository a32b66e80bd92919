// Maps of vectors by other people's libraries, in f32.
import { notApplicable } from '@kernel-ladder/harness';
import type { Skip } from '@kernel-ladder/harness';
import { factor, family, high, low } from '@kernel-ladder/kernel-elementwise';
import type { ElementwiseCase, OperatorName } from '@kernel-ladder/kernel-elementwise';
import type { JaxArray, JaxCompute } from './jax.ts';
import type { Node } from './onnx.ts';
import { webRows } from './rows.ts';
import type { TfjsCompute } from './tfjs.ts';

/** The rows of the libraries. */
export const elementwiseLibraries = webRows<ElementwiseCase>({
  family,
  refuse: ({ dtype }) => (dtype === 'f32' ? null : notApplicable('the libraries are given numbers of f32')),
  shapes: ({ n, op }) => ({
    operands: hasTwo(op) ? { a: [n], b: [n] } : { a: [n] },
    result: [n],
  }),
  ways: {
    tfjs: {
      calls: 'add, mul, relu, clipByValue, sigmoid',
      refuse: ({ op }) => refuseUnless(tfjs, op),
      compute: ({ op }) => wayOf(tfjs, op),
    },
    'onnxruntime-web': {
      calls: 'Add, Relu, Gelu',
      refuse: ({ op }) => refuseUnless(onnx, op),
      compute: ({ op }) => ({ nodes: wayOf(onnx, op), output: 'result' }),
    },
    'jax-js': {
      calls: 'add, mul, nn.relu, numpy.clip, nn.silu',
      refuse: ({ op }) => refuseUnless(jax, op),
      compute: ({ op }) => wayOf(jax, op),
    },
  },
});

type Ways<Way> = { readonly [Name in OperatorName]?: Way };

const tfjs: Ways<TfjsCompute> = {
  add: (tf, operand) => tf.add(operand('a'), operand('b')),
  scale: (tf, operand) => tf.mul(operand('a'), factor),
  saxpy: (tf, operand) => tf.add(tf.mul(operand('a'), factor), operand('b')),
  relu: (tf, operand) => tf.relu(operand('a')),
  clamp: (tf, operand) => tf.clipByValue(operand('a'), low, high),
  silu: (tf, operand) => tf.mul(operand('a'), tf.sigmoid(operand('a'))),
};

const unary = (op: string): readonly Node[] => [{ op, inputs: ['a'], output: 'result' }];

// Its sigmoid of a negative number is a difference from one, which loses digits: there is no SiLU among them.
const onnx: Ways<readonly Node[]> = {
  add: [{ op: 'Add', inputs: ['a', 'b'], output: 'result' }],
  relu: unary('Relu'),
  gelu: unary('Gelu'),
};

const jax: Ways<JaxCompute> = {
  add: (_, a, b) => given(a).add(given(b)),
  scale: (_, a) => given(a).mul(factor),
  saxpy: (_, a, b) => given(a).mul(factor).add(given(b)),
  relu: (library, a) => library.nn.relu(given(a)),
  clamp: (library, a) => library.numpy.clip(given(a), low, high),
  silu: (library, a) => library.nn.silu(given(a)),
};

function given(operand: JaxArray | undefined): JaxArray {
  if (!operand) throw new Error('the case has fewer operands');
  return operand;
}

function hasTwo(op: OperatorName): boolean {
  return op === 'add' || op === 'saxpy';
}

function refuseUnless(ways: Ways<unknown>, op: OperatorName): Skip | null {
  return ways[op] === undefined ? notApplicable(`the library has no call for op=${op} that rows use`) : null;
}

function wayOf<Way>(ways: Ways<Way>, op: OperatorName): Way {
  const way = ways[op];
  if (way === undefined) throw new Error(`no way to compute ${op}`);
  return way;
}
