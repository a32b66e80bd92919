// Both readers of runs on the whole history, which grows; `pnpm test` reads some of it.
import { expect, test } from 'vitest';
import { mismeasured, misread, unshared, history } from './validate/testing-measured.ts';

test('every recorded run has the words and the numbers of its text, whatever was read before', () => {
  expect(history.length).toBeGreaterThan(20);
  expect(mismeasured(history)).toEqual([]);
});

test('every recorded run is read as its text says', () => {
  expect(misread(history)).toEqual([]);
});

test('of every recorded run what a result is of is shared with the next that says the same', () => {
  expect(unshared(history)).toEqual([]);
});
