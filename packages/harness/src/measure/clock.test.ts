import { expect, test } from 'vitest';
import { useTestGpu } from '../testing/test-gpu.ts';
import { createClock } from './clock.ts';

const gpu = useTestGpu();

test('a software adapter has no clock of its own', async () => {
  expect(await createClock(gpu(), 1000)).toBeNull();
});

test('without a reference nobody can tell how fast the clock runs', async () => {
  expect(await createClock({ ...gpu(), facts: { ...gpu().facts, software: false } }, null)).toBeNull();
});
