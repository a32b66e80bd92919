// The oracle on the awkward cases that are too large for every change to wait for.
import { expect, test } from 'vitest';
import { awkward, isTelling, mostOften, multiplications, refusesRounded, takesAnother } from './testing.ts';

const large = awkward.filter((params) => multiplications(params) >= mostOften);

test('accepts the rounded product of large awkward cases', () => {
  expect(large.length).toBeGreaterThan(10);
  expect(large.filter(refusesRounded)).toEqual([]);
});

test('rejects zeros and another seed’s product of large awkward cases', () => {
  expect(large.filter(isTelling).filter(takesAnother)).toEqual([]);
});
