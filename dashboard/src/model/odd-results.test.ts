import { expect, test } from 'vitest';
import { parseHash } from '../state.ts';
import { sampleFamily } from '../testing.ts';
import { oddResults } from './odd-results.ts';

const oddOf = (address: string) => oddResults(sampleFamily, parseHash(address));

test('says which rungs and columns of an address there are none of', () => {
  expect(oddOf('#hide=naive,cubic&rung=spiral&sort=-colour')).toEqual([
    'No rung “cubic” in reduce to leave out of the trend.',
    'No rung “spiral” in reduce; showing the code of none.',
    'No column “colour” to sort the results by; showing them in the order of the ladder.',
  ]);
});

test.for(['', '#hide=none', '#hide=naive,tree&rung=subgroup&sort=-medianNs', '#sort=variant'])(
  'has nothing to say of “%s”',
  (address) => {
    expect(oddOf(address)).toEqual([]);
  },
);
