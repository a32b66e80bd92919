import type { Elementwise } from '../contract.ts';
import { unary } from './maps.ts';

export const exp: Elementwise = unary({
  name: 'exp',
  summary: 'eˣ',
  domain: 'float',
  flops: 1,
  evaluate: Math.exp,
  wgsl: (x) => `exp(${x})`,
  gradient: ({ op, slope, result }) => [op('mul', [slope, result])],
});
