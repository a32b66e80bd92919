import { unit } from '../contract.ts';
import type { Elementwise } from '../contract.ts';
import { splat } from '../splat.ts';
import { unary } from './maps.ts';
import { logistic } from './sigmoid-wgsl.ts';

export const sigmoid: Elementwise = unary({
  name: 'sigmoid',
  summary: '1 / (1 + e⁻ˣ)',
  domain: 'float',
  flops: 3,
  // That of e⁻ˣ, of a sum and of a quotient.
  error: (value, x = 0) => (12 + 4 * Math.abs(x)) * unit * Math.abs(value),
  evaluate: (x) => 1 / (1 + Math.exp(-x)),
  wgsl: (x, dtype) => `logistic_${dtype}(${x})`,
  functions: (call) => [logistic(call)],
  gradient: ({ op, slope, result, call }) => {
    const rest = op('sub', [splat(op, 1, call.type), result]);
    return [op('mul', [slope, op('mul', [result, rest])])];
  },
});
