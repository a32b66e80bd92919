import { exact } from '../contract.ts';
import type { Elementwise } from '../contract.ts';
import { splat } from '../splat.ts';
import { unary } from './maps.ts';

export const abs: Elementwise = unary({
  name: 'abs',
  summary: 'the distance to 0; its slope there is 1',
  domain: 'number',
  flops: 1,
  error: exact,
  evaluate: Math.abs,
  wgsl: (x) => `abs(${x})`,
  gradient: ({ op, slope, call }, x) => {
    const isBelow = op('compare', [x, splat(op, 0, call.type)], { how: '<' });
    return [op('select', [isBelow, op('neg', [slope]), slope])];
  },
});
