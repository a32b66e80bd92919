// A call of every operation, for the tests: of matrices of any size, and of what goes with them.
import * as t from './operations.ts';
import type { Device } from './device.ts';
import type { Tensor } from './tensor.ts';

/** What calls are made on: f32 matrices of normal draws, one of them positive; whole numbers; bools; labels below the columns. */
export interface Operands {
  readonly x: Tensor;
  readonly y: Tensor;
  readonly positive: Tensor;
  readonly row: Tensor;
  readonly whole: Tensor;
  readonly isSo: Tensor;
  readonly labels: Tensor;
  readonly images: Tensor;
  readonly filters: Tensor;
}

/** Operands of so many rows and columns, the same on every device. */
export function operandsOf(device: Device, rows: number, columns: number): Operands {
  const shape = [rows, columns];
  const normal = (seed: number, of: readonly number[] = shape) => device.randn(of, { seed });
  const numbers = Array.from({ length: rows * columns }, (_, index) => (index * 37) % 101);
  const array = Int32Array.from(numbers, (number) => number - 50);
  return {
    x: normal(1),
    y: normal(2),
    positive: device.tensor(
      Float32Array.from(numbers, (number) => 0.25 + number / 16),
      { shape },
    ),
    row: normal(3, [columns]),
    whole: device.tensor(array, { shape }),
    isSo: device.tensor(
      Uint8Array.from(numbers, (number) => number % 2),
      { shape },
    ),
    labels: device.tensor(Int32Array.from({ length: rows }, (_, row) => (row * 7) % columns)),
    images: normal(4, [2, 3, 6, 5]),
    filters: normal(5, [4, 3, 3, 2]),
  };
}

type Name = keyof typeof t;

type Calls<Names extends Name> = { readonly [Each in Names]: (of: Operands) => Tensor };

/** Operations on images of one size. */
export const imageCalls: Calls<'windows' | 'conv2d' | 'maxPool' | 'meanPool'> = {
  windows: ({ images }) => t.windows(images, [3, 2]),
  conv2d: ({ images, filters }) => t.conv2d(images, filters),
  maxPool: ({ images }) => t.maxPool(images, [2, 2]),
  meanPool: ({ images }) => t.meanPool(images, [3, 2]),
};

/** Every other operation, on matrices of any size. */
export const calls: Calls<Exclude<Name, keyof typeof imageCalls>> = {
  add: ({ x, row }) => t.add(x, row),
  sub: ({ x, y }) => t.sub(x, y),
  mul: ({ x, whole }) => t.mul(x, whole),
  div: ({ x, positive }) => t.div(x, positive),
  max: ({ x, y }) => t.max(x, y),
  min: ({ x }) => t.min(x, 0.5),
  pow: ({ positive }) => t.pow(positive, 1.5),
  neg: ({ whole }) => t.neg(whole),
  abs: ({ x }) => t.abs(x),
  relu: ({ x }) => t.relu(x),
  exp: ({ x }) => t.exp(x),
  log: ({ positive }) => t.log(positive),
  sqrt: ({ positive }) => t.sqrt(positive),
  rsqrt: ({ positive }) => t.rsqrt(positive),
  sin: ({ x }) => t.sin(x),
  cos: ({ x }) => t.cos(x),
  tanh: ({ x }) => t.tanh(x),
  sigmoid: ({ x }) => t.sigmoid(x),
  gelu: ({ x }) => t.gelu(x),
  silu: ({ x }) => t.silu(x),
  erf: ({ x }) => t.erf(x),
  less: ({ x, y }) => t.less(x, y),
  lessEqual: ({ whole }) => t.lessEqual(whole, 3),
  equal: ({ whole }) => t.equal(whole, 1),
  notEqual: ({ whole }) => t.notEqual(whole, 1),
  greaterEqual: ({ x, row }) => t.greaterEqual(x, row),
  greater: ({ x }) => t.greater(x, 0),
  and: ({ isSo, x }) => t.and(isSo, t.less(x, 0)),
  or: ({ isSo, x }) => t.or(isSo, t.less(x, 0)),
  not: ({ isSo }) => t.not(isSo),
  select: ({ isSo, x }) => t.select(isSo, x, -1),
  cast: ({ x }) => t.cast(t.mul(x, 100), 'i32'),
  broadcastTo: ({ row }) => t.broadcastTo(row, [2, ...row.shape]),
  reshape: ({ x }) => t.reshape(x, [-1]),
  transpose: ({ x }) => t.transpose(x),
  slice: ({ x: { shape }, x }) => t.slice(x, [0, 0], [Math.ceil((shape[0] ?? 1) / 2), shape[1] ?? 1]),
  reverse: ({ x }) => t.reverse(x, [1]),
  sum: ({ x }) => t.sum(x, { axes: [1] }),
  maximum: ({ x }) => t.maximum(x, { axes: [0] }),
  minimum: ({ whole }) => t.minimum(whole),
  mean: ({ x }) => t.mean(x, { axes: [1], keep: true }),
  matmul: ({ x, y }) => t.matmul(x, t.transpose(y)),
  pad: ({ x }) => t.pad(x, [1, 0], [0, 2]),
  concat: ({ x, y }) => t.concat([x, y], 1),
  gather: ({ x, labels }) => t.gather(t.transpose(x), labels),
  scatterAdd: ({ x, labels }) => t.scatterAdd(t.transpose(x), labels, t.matmul(x, t.transpose(x))),
  embedding: ({ x, labels }) => t.embedding(t.transpose(x), labels),
  softmax: ({ x }) => t.softmax(x),
  logSoftmax: ({ x }) => t.logSoftmax(x),
  layerNorm: ({ x, row }) => t.layerNorm(x, row, 0.5),
  rmsNorm: ({ x, row }) => t.rmsNorm(x, row),
  attention: ({ x, y }) => t.attention(x, y, x, true),
  crossEntropy: ({ x, labels }) => t.crossEntropy(x, labels),
  meanSquaredError: ({ x, y }) => t.meanSquaredError(x, y),
};
