import { testAccess } from '@kernel-ladder/harness/testing';
import { attentionCase } from './cases.ts';
import { family } from './family.ts';

testAccess(family, new URL('./kernels/', import.meta.url), [
  ['flash', attentionCase({ q: 128, k: 128, d: 64 })],
]);
