import { exact } from '../contract.ts';
import type { Elementwise } from '../contract.ts';
import { binary } from './maps.ts';

export const or: Elementwise = binary({
  name: 'or',
  summary: 'x or y',
  domain: 'bool',
  flops: 1,
  error: exact,
  evaluate: () => (x, y) => Math.max(x, y),
  wgsl: (x, y) => `(${x} | ${y})`,
});
