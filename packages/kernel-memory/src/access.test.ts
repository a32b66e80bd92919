import { testAccess } from '@kernel-ladder/harness/testing';
import { copyCase, streamCase, transposeCase } from './cases.ts';
import { family } from './family.ts';

const square = transposeCase(64, 64);
const words = streamCase(8192, 'copy');

testAccess(family, new URL('./kernels/', import.meta.url), [
  ['copy', copyCase(8192, 32)],
  ['scalar', words],
  ['vec4', words],
  ['wide', words],
  ['transpose-naive', square],
  ['transpose-tiled', square],
  ['transpose-padded', square],
  ['transpose-registers', square],
  ['transpose-vec4', square],
  ['transpose-best', square],
]);
