// A NaN or an infinity reaches no further than the family's README says, whatever the rung.
import { testNonFinite } from '@kernel-ladder/harness/testing';
import { family } from './family.ts';

testNonFinite(family, new URL('./kernels/', import.meta.url), {
  set: 'EC-NAN',
  // Every case of the set is for the whole tests.
  ends: true,
  // The last head, of which no key is odd.
  spoil: (outputs) => Object.values(outputs).forEach((array) => array.fill(Number.NaN, array.length - 1)),
});
