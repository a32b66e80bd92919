import { testAccess } from '@kernel-ladder/harness/testing';
import { sortCase } from './cases/kinds.ts';
import { family } from './family.ts';

const keys = sortCase(8192);

testAccess(family, new URL('./kernels/', import.meta.url), [
  ['radix', keys],
  ['radix-ballot', keys],
  ['one-sweep', keys],
]);
