import { unit } from '../contract.ts';
import type { Elementwise } from '../contract.ts';
import { unary } from './maps.ts';

export const log: Elementwise = unary({
  name: 'log',
  summary: 'the natural logarithm',
  domain: 'float',
  flops: 1,
  // WGSL: 2⁻²¹ from ½ to 2, 3 units in the last place elsewhere.
  error: (value, x = 1) => (x >= 0.5 && x <= 2 ? 2 ** -21 : 6 * unit * Math.abs(value)),
  evaluate: Math.log,
  wgsl: (x) => `log(${x})`,
  gradient: ({ op, slope }, x) => [op('div', [slope, x])],
});
