import { exact } from '../contract.ts';
import type { Elementwise } from '../contract.ts';
import { unary } from './maps.ts';

export const not: Elementwise = unary({
  name: 'not',
  summary: 'the opposite of a bool',
  domain: 'bool',
  flops: 1,
  error: exact,
  evaluate: (x) => 1 - x,
  wgsl: (x) => `(!${x})`,
});
