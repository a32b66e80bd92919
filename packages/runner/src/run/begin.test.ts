import { expect, test } from 'vitest';
import { onCard, sampleRun } from '../../fixtures/testing.ts';
import { refuseOtherMachine } from './begin.ts';

test('goes on with no run of another card, and asks nothing where a card is not known', () => {
  const [one, two] = [1, 2].map((card) => onCard(sampleRun(), card));
  expect(() => refuseOtherMachine(one!, two!)).toThrow(
    'the run to resume is of card 1111111111111111, this one is 2222222222222222: start a new run',
  );
  for (const [begun, plan] of [
    [one, one],
    [one, sampleRun()],
    [sampleRun(), two],
  ])
    expect(() => refuseOtherMachine(begun!, plan!)).not.toThrow();
});
