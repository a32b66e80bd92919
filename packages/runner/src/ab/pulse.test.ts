import { expect, test } from 'vitest';
import { createPulse } from './pulse.ts';

test('a long block says how far it is, once in half a minute', () => {
  const said: string[] = [];
  let at = 0;
  const pulse = createPulse(
    (text) => said.push(text),
    () => at,
  );
  for (let launched = 1; launched <= 8; launched++) {
    at += 10_000;
    pulse({ block: 1, family: 'reduce', launched, total: 1392 });
  }
  expect(said).toEqual(['block 1: 3 of 1392 launches, reduce\n', 'block 1: 6 of 1392 launches, reduce\n']);
});
