import { testAccess } from '@kernel-ladder/harness/testing';
import { mapCase } from './cases.ts';
import { family } from './family.ts';

const rungs = ['scalar', 'vec4', 'unrolled', 'grid-stride'] as const;

testAccess(
  family,
  new URL('./kernels/', import.meta.url),
  rungs.map((rung) => [rung, mapCase(2 ** 14)] as const),
);
