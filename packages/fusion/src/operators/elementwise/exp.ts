import { unit } from '../contract.ts';
import type { Elementwise } from '../contract.ts';
import { unary } from './maps.ts';

export const exp: Elementwise = unary({
  name: 'exp',
  summary: 'eˣ',
  domain: 'float',
  flops: 1,
  // WGSL: 3 + 2·|x| units in the last place.
  error: (value, x = 0) => (6 + 4 * Math.abs(x)) * unit * Math.abs(value),
  evaluate: Math.exp,
  wgsl: (x) => `exp(${x})`,
  gradient: ({ op, slope, result }) => [op('mul', [slope, result])],
});
