import { testRowPicks } from '@kernel-ladder/kernel-kit/testing.ts';
import { isHeldOut, normCase } from './cases.ts';
import { family } from './family.ts';
import { pickVariant } from './pick.ts';

testRowPicks({
  family,
  pickVariant,
  caseOf: normCase,
  isHeldOut,
  takes: [
    { rows: 400_000, columns: 96, takes: 'subgroup' },
    { rows: 40, columns: 56, takes: 'welford' },
    { rows: 40, columns: 1500, takes: 'resident' },
    { rows: 5003, columns: 1031, takes: 'resident' },
    { rows: 24, columns: 30_000, takes: 'resident' },
    { rows: 24, columns: 300_000, takes: 'welford' },
  ],
  tree: 'two-pass',
});
