import { unit } from '../contract.ts';
import type { Elementwise } from '../contract.ts';
import { splat } from '../splat.ts';
import { unary } from './maps.ts';
import { logistic } from './sigmoid-wgsl.ts';

export const silu: Elementwise = unary({
  name: 'silu',
  summary: 'x · sigmoid(x)',
  domain: 'float',
  flops: 4,
  // That of the sigmoid, and a product.
  error: (value, x = 0) => (14 + 4 * Math.abs(x)) * unit * Math.abs(value),
  evaluate: (x) => x / (1 + Math.exp(-x)),
  wgsl: (x, dtype) => `(${x} * logistic_${dtype}(${x}))`,
  functions: (call) => [logistic(call)],
  // s + x·s·(1 − s), with s the sigmoid and x·s the result.
  gradient: ({ op, slope, result, call }, x) => {
    const share = op('sigmoid', [x]);
    const rest = op('sub', [splat(op, 1, call.type), share]);
    return [op('mul', [slope, op('add', [share, op('mul', [result, rest])])])];
  },
});
