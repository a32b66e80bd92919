import { testAccess } from '@kernel-ladder/harness/testing';
import { convCase } from './cases.ts';
import { family } from './family.ts';

const layer = convCase([2, 16, 16, 3]);

testAccess(family, new URL('./kernels/', import.meta.url), [
  ['implicit-gemm', layer],
  ['winograd', layer],
  ['pool-quads', convCase([1, 2, 64, 2], { op: 'max' })],
]);
