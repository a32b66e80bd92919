import { exact } from '../contract.ts';
import type { Elementwise } from '../contract.ts';
import { binary } from './maps.ts';

export const and: Elementwise = binary({
  name: 'and',
  summary: 'x and y',
  domain: 'bool',
  flops: 1,
  error: exact,
  evaluate: () => (x, y) => x * y,
  wgsl: (x, y) => `(${x} & ${y})`,
});
