import { expect, test } from 'vitest';
import { oddWishes } from './odd-wishes.ts';
import { parseHash } from './state.ts';

test.for([
  ['#scale=cubic', 'No scale “cubic” here; it may be log, linear, fit.'],
  ['#axis=day', 'No axis “day” here; it may be date.'],
  ['#cases=some&page=roofline', 'No cases “some” here; it may be all.'],
  ['#page=grid&since=many', '“many” is no number of commits to have moved in; showing every series.'],
  ['#page=grid&since=0', '“0” is no number of commits to have moved in; showing every series.'],
] as const)('says of %s what it ignores', ([address, note]) => {
  expect(oddWishes(address)).toEqual([note]);
});

test.for(['', '#scale=log&axis=date&since=5', '#page=grid&family=gemm', '#constructor=1&toString=2'])(
  'has nothing to say of “%s”',
  (address) => {
    expect(oddWishes(address)).toEqual([]);
    expect(parseHash(address).page).toBeDefined();
  },
);
