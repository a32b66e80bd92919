// A NaN or an infinity reaches no further than the family's README says, whatever the rung.
import { testNonFinite } from '@kernel-ladder/harness/testing';
import { family } from './family.ts';
import { oddRow } from './inputs.ts';

testNonFinite(family, new URL('./kernels/', import.meta.url), {
  set: 'EC-ROW-OBSERVED',
  // Every case of the set is for the whole tests.
  ends: true,
  // The row before the odd one.
  spoil: ({ y }, params) =>
    y!.fill(Number.NaN, (oddRow(params) - 1) * params.columns, oddRow(params) * params.columns),
});
