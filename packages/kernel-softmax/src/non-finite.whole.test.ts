// A NaN or an infinity reaches no further than the family's README says, whatever the rung and the case.
import { testNonFinite } from '@kernel-ladder/harness/testing';
import { family } from './family.ts';
import { oddRow } from './inputs.ts';

testNonFinite(family, new URL('./kernels/', import.meta.url), {
  set: 'EC-ROW-OBSERVED',
  // The row before the odd one.
  spoil: ({ y }, params) =>
    y!.fill(Number.NaN, (oddRow(params) - 1) * params.columns, oddRow(params) * params.columns),
});
