// Every recorded run holds to every rule: they are immutable, and a rule that one of them breaks is not one.
import { expect, test } from 'vitest';
import { validateRun } from '../index.ts';
import { readRecorded, recordedFiles } from './testing.ts';

test('there are recorded runs of hardware and of a software adapter', () => {
  expect(recordedFiles.length).toBeGreaterThan(20);
});

test.for(recordedFiles)('%s does not contradict itself', (file) => {
  const run = readRecorded(file);
  expect(validateRun(file, run)).toBe(run);
});
