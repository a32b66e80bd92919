import { unit } from '../contract.ts';
import type { Elementwise } from '../contract.ts';
import { splat } from '../splat.ts';
import { unary } from './maps.ts';

export const rsqrt: Elementwise = unary({
  name: 'rsqrt',
  summary: '1/√x',
  domain: 'float',
  flops: 1,
  // WGSL: 2 units in the last place.
  error: (value) => 4 * unit * Math.abs(value),
  evaluate: (x) => 1 / Math.sqrt(x),
  wgsl: (x) => `inverseSqrt(${x})`,
  // −½ · x^(−3/2), as the cube of the result.
  gradient: ({ op, slope, result, call }) => {
    const cube = op('mul', [op('mul', [result, result]), result]);
    return [op('mul', [op('mul', [slope, splat(op, -0.5, call.type)]), cube])];
  },
});
