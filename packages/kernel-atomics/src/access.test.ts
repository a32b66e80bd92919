import { testAccess } from '@kernel-ladder/harness/testing';
import { compactCase, histogramCase } from './cases.ts';
import { family } from './family.ts';

const elements = histogramCase(8192, 64);
const words = compactCase(8192, 50);

testAccess(family, new URL('./kernels/', import.meta.url), [
  ['histogram-privatized', elements],
  ['histogram-lanes', elements],
  ['compact-workgroup', words],
  ['compact-look-back', words],
  ['compact-windowed', words],
]);
