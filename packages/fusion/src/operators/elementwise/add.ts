import type { Elementwise } from '../contract.ts';
import { binary } from './maps.ts';

export const add: Elementwise = binary({
  name: 'add',
  summary: 'x + y',
  domain: 'number',
  flops: 1,
  evaluate: () => (x, y) => x + y,
  wgsl: (x, y) => `(${x} + ${y})`,
  gradient: ({ slope }) => [slope, slope],
});
