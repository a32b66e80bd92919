import type { Elementwise } from '../contract.ts';
import { unary } from './maps.ts';

export const log: Elementwise = unary({
  name: 'log',
  summary: 'the natural logarithm',
  domain: 'float',
  flops: 1,
  evaluate: Math.log,
  wgsl: (x) => `log(${x})`,
  gradient: ({ op, slope }, x) => [op('div', [slope, x])],
});
