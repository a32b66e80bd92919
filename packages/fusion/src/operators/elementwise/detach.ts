import { exact } from '../contract.ts';
import type { Elementwise } from '../contract.ts';
import { unary } from './maps.ts';

export const detach: Elementwise = unary({
  name: 'detach',
  summary: 'x as a number of its own: no slope goes through it',
  domain: 'any',
  flops: 0,
  error: exact,
  evaluate: (x) => x,
  wgsl: (x) => x,
  gradient: () => [null],
});
