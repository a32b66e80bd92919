import type { FamilyListing, Suite } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { sampleLadder, sampleResult } from '../../fixtures/testing.ts';
import type { Selection } from './suites.ts';
import { selectSome } from './plan.ts';

const { id, family, variant, case: name, params, dtype, work } = sampleResult('naive', 1);
const listing: FamilyListing = {
  ...sampleLadder(family, []),
  ids: [{ id, family, variant, case: name, params, dtype, work, sizes: ['tiny'], status: 'runnable' }],
};
const suite: Suite = {
  schemaVersion: 1,
  name: 'mine',
  select: ['**'],
  effort: 'quick',
  cases: { hardware: ['headline', 'sweep'], software: ['tiny'] },
};
const all: Selection = { suite, globs: [], shard: null, software: true };

test.for<{ what: string; selection: Selection; says: string }>([
  {
    what: 'a shard beyond the last id',
    selection: { ...all, globs: ['reduce/naive'], shard: { index: 2, count: 9 } },
    says: '--shard 2/9 is empty: suite mine with reduce/naive has 1 id here: give no more shards than ids',
  },
  {
    what: 'a select that matches nothing',
    selection: { ...all, suite: { ...suite, select: ['scan', 'gemm/**'] }, shard: { index: 1, count: 2 } },
    says: 'suite mine selects nothing here: no id of size tiny (its cases.software) matches its select scan gemm/**; `bench list` has all ids',
  },
  {
    what: 'sizes that no id has',
    selection: { ...all, software: false },
    says: 'no id of size headline or sweep (its cases.hardware) matches its select **',
  },
  {
    what: 'no size for the adapter',
    selection: { ...all, suite: { ...suite, cases: { hardware: [], software: [] } } },
    says: 'its cases.software names no size for this software adapter',
  },
  {
    what: 'exceptions that leave nothing',
    selection: { ...all, globs: ['reduce', '!reduce/naive', '!*/*/n=*'] },
    says: '!reduce/naive !*/*/n=* leaves out all that is selected, 1 id: leave out fewer',
  },
])('says so of $what', ({ selection, says }) => {
  expect(() => selectSome([listing], selection)).toThrow(says);
});

test('an exception that leaves nothing out changes nothing', () => {
  expect(selectSome([listing], { ...all, globs: ['!scan'] })).toEqual(listing.ids);
});

test('passes on what is selected', () => {
  expect(selectSome([listing], all)).toEqual(listing.ids);
});
