import { unit } from '../contract.ts';
import type { Elementwise } from '../contract.ts';
import { isInteger } from '../rules.ts';
import { binary } from './maps.ts';

export const div: Elementwise = binary({
  name: 'div',
  summary: 'x / y; of integers towards 0, and x where y is 0, as in WGSL',
  domain: 'number',
  flops: 1,
  // WGSL: 2.5 units in the last place.
  error: (value) => 5 * unit * Math.abs(value),
  evaluate: ({ type }) =>
    isInteger(type.dtype) ? (x, y) => (y === 0 ? x : Math.trunc(x / y)) : (x, y) => x / y,
  wgsl: (x, y) => `(${x} / ${y})`,
  gradient: ({ op, slope, result }, _, y) => [
    op('div', [slope, y]),
    op('neg', [op('div', [op('mul', [slope, result]), y])]),
  ],
});
