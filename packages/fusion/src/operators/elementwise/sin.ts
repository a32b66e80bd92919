import type { Elementwise } from '../contract.ts';
import { unary } from './maps.ts';

export const sin: Elementwise = unary({
  name: 'sin',
  summary: 'the sine; WGSL promises its accuracy from −π to π',
  domain: 'float',
  flops: 1,
  // WGSL: 2⁻¹¹ from −π to π.
  error: () => 2 ** -11,
  evaluate: Math.sin,
  wgsl: (x) => `sin(${x})`,
  gradient: ({ op, slope }, x) => [op('mul', [slope, op('cos', [x])])],
});
