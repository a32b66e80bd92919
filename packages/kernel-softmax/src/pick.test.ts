import { testRowPicks } from '@kernel-ladder/kernel-kit/testing.ts';
import { isHeldOut, softmaxCase } from './cases.ts';
import { family } from './family.ts';
import { pickVariant } from './pick.ts';

testRowPicks({
  family,
  pickVariant,
  caseOf: softmaxCase,
  isHeldOut,
  takes: [
    { rows: 400_000, columns: 96, takes: 'subgroup' },
    { rows: 40, columns: 56, takes: 'resident' },
    { rows: 5003, columns: 1031, takes: 'resident' },
    { rows: 24, columns: 1_500_000, takes: 'split' },
    { rows: 65, columns: 1_500_000, takes: 'online' },
  ],
  tree: 'safe',
});
