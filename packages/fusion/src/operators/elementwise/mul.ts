import type { Elementwise } from '../contract.ts';
import { isInteger } from '../rules.ts';
import { binary } from './maps.ts';

export const mul: Elementwise = binary({
  name: 'mul',
  summary: 'x · y',
  domain: 'number',
  flops: 1,
  // A product of two 32-bit integers does not fit f64; its low 32 bits are the result.
  evaluate: ({ type }) => (isInteger(type.dtype) ? Math.imul : (x, y) => x * y),
  wgsl: (x, y) => `(${x} * ${y})`,
  gradient: ({ op, slope }, x, y) => [op('mul', [slope, y]), op('mul', [slope, x])],
});
