// Inputs on the host that could not be made.
import { expect, test } from 'vitest';
import { doubleCase, family } from '../../fixtures/double/family.ts';
import { sameThread } from '../contract/judges.ts';
import type { Judges } from '../contract/judges.ts';
import { createHostCases } from './host-cases.ts';

test('inputs that failed are made again by who asks for them, not to be freed', async () => {
  let calls = 0;
  const failing = {
    ...family,
    inputs: () => {
      calls++;
      throw new RangeError('Array buffer allocation failed');
    },
  };
  const cases = createHostCases({ family: failing });
  const request = { params: doubleCase(2), seed: 1 };
  await expect(cases.get(request)).rejects.toThrow('Array buffer allocation failed');
  await expect(cases.get(request)).rejects.toThrow('Array buffer allocation failed');
  cases.keep([]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(calls).toBe(2);
});

test('inputs of a case that is no longer kept are freed, those of the others stay', async () => {
  const freed: number[] = [];
  const judges: Judges = {
    ...sameThread,
    judge: (trial) => ({ ...sameThread.judge(trial), free: () => freed.push(trial.params['n'] as number) }),
  };
  const cases = createHostCases({ family, judges });
  const [two, three] = [doubleCase(2), doubleCase(3)];
  const held = await cases.get({ params: three, seed: 1 });
  await cases.get({ params: two, seed: 1 });
  // Another fill of the same case.
  await cases.get({ params: { ...two, sign: 'positive' }, structure: two, seed: 3 });
  cases.keep([three]);
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(freed).toEqual([2, 2]);
  expect(await cases.get({ params: three, seed: 1 })).toBe(held);
});
