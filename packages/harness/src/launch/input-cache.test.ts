import { liveBuffers } from '@kernel-ladder/gpu';
import { expect, test } from 'vitest';
import { doubleData } from '../../fixtures/gpu.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { createInputCache } from './input-cache.ts';

const gpu = useTestGpu();

test('makes the inputs of a case once, and frees them for those of the next', async () => {
  const cache = createInputCache();
  const make = (n: number) => () => doubleData(gpu(), n);
  const first = await cache.get('n=8', make(8));
  expect(await cache.get('n=8', make(8))).toBe(first);
  expect(await cache.get('n=16', make(16))).not.toBe(first);
  expect(liveBuffers(gpu()).count).toBe(1);
  cache.drop();
});

test('makes them anew after a drop', async () => {
  const cache = createInputCache();
  const first = await cache.get('n=8', () => doubleData(gpu(), 8));
  cache.drop();
  expect(liveBuffers(gpu()).count).toBe(0);
  expect(await cache.get('n=8', () => doubleData(gpu(), 8))).not.toBe(first);
  cache.drop();
  cache.drop();
});
