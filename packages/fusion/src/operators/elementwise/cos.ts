import type { Elementwise } from '../contract.ts';
import { unary } from './maps.ts';

export const cos: Elementwise = unary({
  name: 'cos',
  summary: 'the cosine; WGSL promises its accuracy from −π to π',
  domain: 'float',
  flops: 1,
  // WGSL: 2⁻¹¹ from −π to π.
  error: () => 2 ** -11,
  evaluate: Math.cos,
  wgsl: (x) => `cos(${x})`,
  gradient: ({ op, slope }, x) => [op('neg', [op('mul', [slope, op('sin', [x])])])],
});
