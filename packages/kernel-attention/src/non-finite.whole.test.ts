// A NaN or an infinity reaches no further than the family's README says, whatever the rung and the case.
import { testNonFinite } from '@kernel-ladder/harness/testing';
import { family } from './family.ts';

testNonFinite(family, new URL('./kernels/', import.meta.url), {
  set: 'EC-NAN',
  // The last head, of which no key is odd.
  spoil: (outputs) => Object.values(outputs).forEach((array) => array.fill(Number.NaN, array.length - 1)),
});
