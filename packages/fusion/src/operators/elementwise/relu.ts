import { exact } from '../contract.ts';
import type { Elementwise } from '../contract.ts';
import { splat } from '../splat.ts';
import { unary } from './maps.ts';

export const relu: Elementwise = unary({
  name: 'relu',
  summary: 'the larger of x and 0; its slope at 0 is 0',
  domain: 'number',
  flops: 1,
  error: exact,
  evaluate: (x) => Math.max(x, 0),
  wgsl: (x) => `max(${x}, 0)`,
  gradient: ({ op, slope, call }, x) => {
    const zero = splat(op, 0, call.type);
    return [op('select', [op('compare', [x, zero], { how: '>' }), slope, zero])];
  },
});
