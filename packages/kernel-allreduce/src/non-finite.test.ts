// A NaN or an infinity reaches no further than the family's README says, whatever the rung.
import { testNonFinite } from '@kernel-ladder/harness/testing';
import { family } from './family.ts';
import { placeOfSpecial } from './inputs.ts';

testNonFinite(family, new URL('./kernels/', import.meta.url), {
  set: 'EC-NAN',
  // The first rank alone has another kind of number.
  spoil: ({ output }, { n }) => output!.fill(-Infinity, placeOfSpecial(n), placeOfSpecial(n) + 1),
});
