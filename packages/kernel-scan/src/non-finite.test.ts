// A NaN or an infinity reaches no further than the family's README says, whatever the rung.
import { testNonFinite } from '@kernel-ladder/harness/testing';
import { family } from './family.ts';

testNonFinite(family, new URL('./kernels/', import.meta.url), {
  set: 'EC-1D-OBSERVED',
  // Before all of them.
  spoil: ({ result }) => result!.fill(Number.NaN, 0, 1),
});
