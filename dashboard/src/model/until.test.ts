import { expect, test } from 'vitest';
import { untilNotes } from './until.ts';

test.for(['5000', '0', 'yesterday', '1.5'])('says that there is no run “%s” to end the trend at', (until) => {
  const note = `No run “${until}” of 1000 to end the trend at; showing the newest.`;
  expect(untilNotes({ runs: 1000 }, until)).toEqual([note]);
});

test.for([null, '1', '768', '1000'])('has nothing to say of the end %s', (until) => {
  expect(untilNotes({ runs: 1000 }, until)).toEqual([]);
});
