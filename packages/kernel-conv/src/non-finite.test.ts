// A pixel that is no finite number reaches no other image, whatever the rung.
import { testNonFinite } from '@kernel-ladder/harness/testing';
import { family } from './family.ts';

testNonFinite(family, new URL('./kernels/', import.meta.url), {
  set: 'EC-CONV-OBSERVED',
  // The last element is one of the second image.
  spoil: ({ y }) => y!.fill(Number.NaN, y!.length - 1),
});
