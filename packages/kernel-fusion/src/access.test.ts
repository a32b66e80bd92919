import { testAccess } from '@kernel-ladder/harness/testing';
import { chainCase, opCase } from './cases.ts';
import { family } from './family.ts';

// Every text is generated: no folder of kernels is read.
testAccess(family, new URL('./', import.meta.url), [
  ['fused', opCase('softmax', 512)],
  ['chain-separate', chainCase(8192, 4)],
  ['chain-fused', chainCase(8192, 4)],
]);
