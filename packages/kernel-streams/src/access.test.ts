import { testAccess } from '@kernel-ladder/harness/testing';
import { batchCase, chainCase } from './cases.ts';
import { family } from './family.ts';

testAccess(family, new URL('./kernels/', import.meta.url), [
  ['event', chainCase(4 * 8192, { rounds: 4 })],
  ['product', batchCase(32, { products: 2 })],
]);
