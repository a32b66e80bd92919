// Families of one process: what one leaves is judged beside the next.
import type { FamilyEvent } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { useTestGpu } from '../testing/test-gpu.ts';
import { answerAll } from './serve.ts';
import type { Served } from './serve.ts';

const gpu = useTestGpu();

// Families whose judges speak once the last family has told of its device, or a tenth of a second after their own.
function listen(onHostClock: readonly string[] = []) {
  const said: string[] = [];
  const { promise: last, resolve } = Promise.withResolvers<void>();
  const family = (name: string): Served => ({
    name,
    start: (ids) => said.push(`starts ${ids.join(' ')}`),
    isOnHostClock: ([id = '']) => onHostClock.includes(id),
    list: () => {},
    answer: async ({ job, emit }) => {
      for (const id of job.ids ?? []) emit({ type: 'start', id });
      emit({ type: 'device-free' });
      if (name === 'three') resolve();
      await Promise.race([last, new Promise((judged) => setTimeout(judged, 100))]);
      said.push(`${name} is judged`);
    },
  });
  const emit = (event: FamilyEvent) => said.push('id' in event ? String(event.id) : event.type);
  const job = { gpu: { kind: 'software' }, seed: 1, ids: ['one/a/n=1', 'two/a/n=1', 'three/a/n=1'] } as const;
  const question = { verb: 'run', job, gpu: gpu(), emit };
  return { said, answered: () => answerAll(['one', 'two', 'three'].map(family), question) };
}

test('the next family starts beside the last id of one, and begins when the device is free, which the last one tells', async () => {
  const { said, answered } = listen();
  await answered();
  expect(said).toEqual([
    'starts two/a/n=1',
    'one/a/n=1',
    'starts three/a/n=1',
    'two/a/n=1',
    'three/a/n=1',
    'device-free',
    ...['one', 'two', 'three'].map((name) => `${name} is judged`),
  ]);
});

test('a family on the host’s clock begins when all before it are judged', async () => {
  const { said, answered } = listen(['three/a/n=1']);
  await answered();
  expect(said.slice(-5)).toEqual([
    'one is judged',
    'two is judged',
    'three/a/n=1',
    'device-free',
    'three is judged',
  ]);
  expect(said).not.toContain('starts three/a/n=1');
});
