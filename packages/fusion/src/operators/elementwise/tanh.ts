import { unit } from '../contract.ts';
import type { Elementwise } from '../contract.ts';
import { splat } from '../splat.ts';
import { unary } from './maps.ts';

export const tanh: Elementwise = unary({
  name: 'tanh',
  summary: 'the hyperbolic tangent',
  domain: 'float',
  flops: 1,
  // Twice what is known of e, and the roundings of 1 − e and of the quotient.
  error: (value, x = 0) =>
    unit * (Math.exp(-2 * Math.abs(x)) * (12 + 12 * Math.abs(x)) + 2 + 8 * Math.abs(value)),
  evaluate: Math.tanh,
  wgsl: (x, dtype) => `tangent_${dtype}(${x})`,
  // WGSL's own may be sinh/cosh, which overflow, and is allowed an absolute error of 1e-5. The exponential here is of no positive number.
  functions: ({ type: { dtype } }) => [
    `fn tangent_${dtype}(x: ${dtype}) -> ${dtype} {
  let e = exp(-2 * abs(x));
  return sign(x) * (1 - e) / (1 + e);
}`,
  ],
  gradient: ({ op, slope, result, call }) => {
    const square = op('mul', [result, result]);
    return [op('mul', [slope, op('sub', [splat(op, 1, call.type), square])])];
  },
});
