// Inputs on the host that could not be made.
import { expect, test } from 'vitest';
import { doubleCase, family } from '../../fixtures/double/family.ts';
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
  cases.free();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(calls).toBe(2);
});
