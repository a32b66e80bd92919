// A NaN, an infinity or a number that is too large reaches no other element, whatever the rung.
import { testNonFinite } from '@kernel-ladder/harness/testing';
import { family } from './family.ts';

testNonFinite(family, new URL('./kernels/', import.meta.url), {
  set: 'EC-1D-OBSERVED',
  // Before all of them.
  spoil: ({ result }) => result!.fill(Number.NaN, 0, 1),
});
