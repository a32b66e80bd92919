import { unit } from '../contract.ts';
import type { Elementwise } from '../contract.ts';
import { splat } from '../splat.ts';
import { unary } from './maps.ts';

export const sqrt: Elementwise = unary({
  name: 'sqrt',
  summary: '√x',
  domain: 'float',
  flops: 1,
  // WGSL: that of 1 / inverseSqrt(x).
  error: (value) => 10 * unit * Math.abs(value),
  evaluate: Math.sqrt,
  wgsl: (x) => `sqrt(${x})`,
  gradient: ({ op, slope, result, call }) => [
    op('div', [op('mul', [slope, splat(op, 0.5, call.type)]), result]),
  ],
});
