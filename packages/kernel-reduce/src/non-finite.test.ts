// A NaN or an infinity reaches no further than the family's README says, whatever the rung.
import { testNonFinite } from '@kernel-ladder/harness/testing';
import { family } from './family.ts';
import { isVector } from './cases/kinds.ts';

testNonFinite(family, new URL('./kernels/', import.meta.url), {
  set: 'EC-NAN',
  // A vector has one result, which is neither of the two that it may be; a group beside the odd one has none of it.
  spoil: ({ result }, params) => result!.fill(12_345, 0, isVector(params) ? 1 : result!.length),
});
