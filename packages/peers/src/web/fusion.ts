// Operations, chains and whole graphs by other people's libraries: tfjs has a kernel for each call, jax-js compiles the whole function.
import { notApplicable } from '@kernel-ladder/harness';
import type { Arrays, Skip } from '@kernel-ladder/harness';
import { byKind, family, graphFor, hasSlopes, heads, rowsOf, sizeOf } from '@kernel-ladder/kernel-fusion';
import type { FusionCase } from '@kernel-ladder/kernel-fusion';
import type { Jax, JaxArray } from './jax.ts';
import { programOf } from './programs.ts';
import type { Operators } from './programs.ts';
import { webRows } from './rows.ts';
import type { Dims, Shapes } from './task.ts';
import type { Tensor, Tfjs } from './tfjs.ts';

const epsilon = 1e-5;

/** The rows of the libraries. */
export const fusionLibraries = webRows<FusionCase>({
  family,
  refuse: (params) => (hasSlopes(params) ? notApplicable('the libraries are given the forward pass') : null),
  shapes: shapesOf,
  ways: {
    tfjs: {
      calls: 'add, mul, maximum, abs, relu, sigmoid, tanh, matMul, softmax, moments, rsqrt: a kernel a call',
      scratchBytes: scoreBytes,
      shapes: (params) => ({
        ...shapesOf(params),
        operands: { ...shapesOf(params).operands, ...maskDims(params) },
      }),
      order: { inputs: withMask, result: (_, result) => result },
      compute: (params) => (tf, operand) => programOf<Tensor>(params)(onTfjs(tf, operand), operand),
    },
    'jax-js': {
      calls:
        'add, mul, numpy.maximum, nn.gelu, nn.silu, nn.softmax, nn.standardize, nn.dotProductAttention; in one jit',
      scratchBytes: scoreBytes,
      refuse: refuseCancelling,
      compute: (params) => {
        const names = Object.keys(shapesOf(params).operands);
        return (jax, ...operands) =>
          programOf<JaxArray>(params)(onJax(jax), (name) => given(operands[names.indexOf(name)], name).ref);
      },
    },
  },
});

function shapesOf(params: FusionCase): Shapes {
  const { inputs } = graphFor(params);
  const result = byKind<Dims>(params, {
    op: (own) => [rowsOf(own), own.n],
    chain: ({ n }) => [n],
    graph: (own) => [sizeOf(own).rows, sizeOf(own).width],
  });
  return { operands: Object.fromEntries(inputs.map(({ name, type }) => [name, type.shape])), result };
}

function tokensOf(params: FusionCase): number {
  return byKind(params, {
    op: () => 0,
    chain: () => 0,
    graph: (own) => (own.graph === 'transformer-block' ? sizeOf(own).rows : 0),
  });
}

// Who computes attention with operations of its own writes all scores to memory.
function scoreBytes(params: FusionCase): number {
  return 4 * heads * tokensOf(params) ** 2;
}

const maskName = 'later';

function maskDims(params: FusionCase): Shapes['operands'] {
  const tokens = tokensOf(params);
  return tokens > 0 ? { [maskName]: [tokens, tokens] } : {};
}

// tfjs has no attention: its users add a mask that they have made once.
function withMask(params: FusionCase, inputs: Arrays): Arrays {
  const tokens = tokensOf(params);
  if (tokens === 0) return inputs;
  const mask = Float32Array.from({ length: tokens ** 2 }, (_, at) =>
    at % tokens > Math.floor(at / tokens) ? -1e9 : 0,
  );
  return { ...inputs, [maskName]: mask };
}

// Rows of one column, of which the variance is 0 but for rounding.
function refuseCancelling(params: FusionCase): Skip | null {
  const columns = byKind(params, {
    op: ({ op, n }) => (op === 'layernorm' || op === 'residual-layernorm' ? n : Infinity),
    chain: () => Infinity,
    graph: () => Infinity,
  });
  return columns > 4
    ? null
    : notApplicable('it is wrong there: its variance is E[x²] − E[x]², which cancels in short rows');
}

function onTfjs(tf: Tfjs, operand: (name: string) => Tensor): Operators<Tensor> {
  return {
    add: tf.add,
    mul: tf.mul,
    abs: tf.abs,
    atLeast: tf.maximum,
    relu: tf.relu,
    gelu: (x) => gelu(tf, x),
    silu: (x) => tf.mul(x, tf.sigmoid(x)),
    matmul: (a, b) => tf.matMul(a, b),
    softmax: tf.softmax,
    layerNorm: (x, gain, shift) => {
      const { mean, variance } = tf.moments(x, 1, true);
      return tf.add(tf.mul(tf.mul(tf.sub(x, mean), tf.rsqrt(tf.add(variance, epsilon))), gain), shift);
    },
    attention: (queries, keys, values, count) =>
      attend(tf, { queries, keys, values, count }, operand(maskName)),
  };
}

// The family's form, x/2·(1 + tanh(√(2/π)·(x + 0.044715·x³))).
function gelu(tf: Tfjs, x: Tensor): Tensor {
  const inner = tf.mul(x, tf.add(tf.mul(tf.square(x), 0.044715), 1));
  return tf.mul(tf.mul(x, 0.5), tf.add(tf.tanh(tf.mul(inner, Math.sqrt(2 / Math.PI))), 1));
}

interface Attention<Value> {
  readonly queries: Value;
  readonly keys: Value;
  readonly values: Value;
  readonly count: number;
}

function attend(tf: Tfjs, { queries, keys, values, count }: Attention<Tensor>, mask: Tensor): Tensor {
  const [tokens = 0, width = 0] = queries.shape;
  const byHead = (x: Tensor) => tf.transpose(tf.reshape(x, [tokens, count, width / count]), [1, 0, 2]);
  const scores = tf.mul(tf.matMul(byHead(queries), byHead(keys), false, true), 1 / Math.sqrt(width / count));
  const seen = tf.matMul(tf.softmax(tf.add(scores, mask)), byHead(values));
  return tf.reshape(tf.transpose(seen, [1, 0, 2]), [tokens, width]);
}

// Functions use up what they are given: whatever is read goes in as a reference of its own. They are traced once.
function onJax({ numpy, nn }: Jax): Operators<JaxArray> {
  return {
    add: (a, b) => a.ref.add(refOf(b)),
    mul: (a, b) => a.ref.mul(refOf(b)),
    abs: ofRef(numpy.abs),
    atLeast: (a, least) => numpy.maximum(a.ref, least),
    relu: ofRef(nn.relu),
    gelu: ofRef((x) => nn.gelu(x)),
    silu: ofRef(nn.silu),
    matmul: (a, b) => numpy.matmul(a.ref, b.ref),
    softmax: ofRef((x) => nn.softmax(x, -1)),
    layerNorm: (x, gain, shift) => nn.standardize(x.ref, -1, { epsilon }).mul(gain.ref).add(shift.ref),
    attention: (queries, keys, values, count) => {
      const [tokens = 0, width = 0] = queries.shape;
      const byHead = (x: JaxArray) => x.ref.reshape([tokens, count, width / count]);
      const seen = nn.dotProductAttention(byHead(queries), byHead(keys), byHead(values), { isCausal: true });
      return seen.reshape([tokens, width]);
    },
  };
}

function ofRef(work: (x: JaxArray) => JaxArray): (x: JaxArray) => JaxArray {
  return (x) => work(x.ref);
}

function refOf(x: JaxArray | number): JaxArray | number {
  return typeof x === 'number' ? x : x.ref;
}

function given(operand: JaxArray | undefined, name: string): JaxArray {
  if (!operand) throw new Error(`no operand "${name}"`);
  return operand;
}
