import { testAccess } from '@kernel-ladder/harness/testing';
import { degreeCase, partitionCase, prefixCase, sumCase } from './cases.ts';
import { family } from './family.ts';

const sum = sumCase(4096, 'f32');
const prefix = prefixCase(8192, 'inclusive', 'f32');
const keyed = degreeCase(1024, 4);

testAccess(family, new URL('./kernels/', import.meta.url), [
  ['sum-tree', sum],
  ['sum-down', sum],
  ['sum-xor', sum],
  ['sum-builtin', sum],
  ['two-dispatches', sum],
  ['grid-barrier', sum],
  ['prefix-up', prefix],
  ['prefix-builtin', prefix],
  ['prefix-quads', prefixCase(8192, 'inclusive', 'f32')],
  ['partition', partitionCase(8192, 8)],
  ['partition-quads', partitionCase(8192, 8)],
  ['divergent', keyed],
  ['voted', keyed],
  ['waterfall', keyed],
]);
