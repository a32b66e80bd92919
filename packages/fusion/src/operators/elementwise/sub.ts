import type { Elementwise } from '../contract.ts';
import { binary } from './maps.ts';

export const sub: Elementwise = binary({
  name: 'sub',
  summary: 'x − y',
  domain: 'number',
  flops: 1,
  evaluate: () => (x, y) => x - y,
  wgsl: (x, y) => `(${x} - ${y})`,
  gradient: ({ op, slope }) => [slope, op('neg', [slope])],
});
