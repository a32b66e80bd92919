// Which findings make a check fail, under each of the three words.
import type { Confirmed } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { conclusionOf, failOnWords } from './confirmed.ts';

const row = (
  verdict: Confirmed['compared'][number]['verdict'],
  inTurns = true,
): Confirmed['compared'][number] => ({
  id: 'reduce/one/n=1024,f32',
  verdict,
  inTurns,
  effect: 0,
  ciLow: 0,
  ciHigh: 0,
  leastEffect: 0.02,
  reasons: [],
  baseNs: 1,
  headNs: 1,
  sameKernelHash: null,
});
const failing = { id: 'reduce/two/n=1024,f32', reason: { code: 'crashed', message: 'x' } };
const same: Confirmed = {
  schemaVersion: 1,
  base: 'b'.repeat(40),
  head: 'a'.repeat(40),
  recorded: null,
  suite: 'quick',
  machine: { key: 'test-gpu-vulkan-01234567', name: '', driver: '', software: false },
  session: { stable: true, reasons: [] },
  compared: [row('SAME'), row('UNDECIDED', false), row('IMPROVED')],
  geomean: null,
  suspects: [],
  newlyFailing: [],
  stillFailing: [failing],
  failedOnce: [],
  fixed: [],
  added: [],
  gone: [],
  unmeasured: [],
};

test.for([
  ['all the same', {}, ['success', 'success', 'success']],
  ['a regression', { compared: [row('REGRESSED')] }, ['failure', 'failure', 'neutral']],
  ['a kernel that newly fails', { newlyFailing: [failing] }, ['failure', 'failure', 'neutral']],
  ['a suspicion', { suspects: [failing.id] }, ['neutral', 'failure', 'neutral']],
  ['a failure that went away', { failedOnce: [failing] }, ['neutral', 'failure', 'neutral']],
  ['nothing to judge', { compared: [] }, ['neutral', 'neutral', 'neutral']],
  ['nothing decided', { compared: [row('UNDECIDED', false)] }, ['neutral', 'neutral', 'neutral']],
  // Whoever makes a kernel both slower and restless gets no green for it.
  [
    'turns that did not decide',
    { compared: [row('SAME'), row('UNDECIDED')] },
    ['neutral', 'neutral', 'neutral'],
  ],
  ['a kernel that nobody measures now', { gone: [failing.id] }, ['neutral', 'neutral', 'neutral']],
  ['turns that were not taken', { unmeasured: [failing.id] }, ['neutral', 'neutral', 'neutral']],
] as const)('%s ends as the word says', ([, traits, ends]) => {
  expect(failOnWords).toEqual(['confirmed', 'suspect', 'never']);
  expect(failOnWords.map((word) => conclusionOf({ ...same, ...traits }, word).conclusion)).toEqual(ends);
});

test('the title counts what there is', () => {
  const found = {
    ...same,
    compared: [row('REGRESSED'), row('SAME')],
    suspects: ['x'],
    failedOnce: [failing],
    gone: ['y', 'z'],
    unmeasured: ['w'],
  };
  expect(conclusionOf(found, 'never').title).toBe(
    '1 REGRESSED, 1 SAME, 1 SUSPECT, 1 failed once, 2 gone, 1 not measured in turns',
  );
});
