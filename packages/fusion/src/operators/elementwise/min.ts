import { exact } from '../contract.ts';
import type { Elementwise } from '../contract.ts';
import { splat } from '../splat.ts';
import { binary } from './maps.ts';

export const min: Elementwise = binary({
  name: 'min',
  summary: 'the smaller of x and y; where they are equal the slope is that along x',
  domain: 'number',
  flops: 1,
  error: exact,
  evaluate: () => Math.min,
  wgsl: (x, y) => `min(${x}, ${y})`,
  gradient: ({ op, slope, call }, x, y) => {
    const isFirst = op('compare', [x, y], { how: '<=' });
    const zero = splat(op, 0, call.type);
    return [op('select', [isFirst, slope, zero]), op('select', [isFirst, zero, slope])];
  },
});
