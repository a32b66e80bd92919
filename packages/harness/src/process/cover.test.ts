import type { Gpu } from '@kernel-ladder/gpu';
import { closeDevice } from '@kernel-ladder/gpu';
import { openGpu } from '@kernel-ladder/gpu/node';
import type { FamilyEvent, Job } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { family, wrongVariant } from '../../fixtures/double/family.ts';
import { load } from '../../fixtures/gpu.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { answer } from './verbs.ts';

const gpu = useTestGpu();
const withWrong = { ...family, variants: [...family.variants, wrongVariant('past-end')!] };

const doubled = 'double/double/n=100,f32';
const pastEnd = 'double/past-end/n=100,f32';

async function cover(on: Gpu, more: Partial<Job> = {}): Promise<readonly FamilyEvent[]> {
  const events: FamilyEvent[] = [];
  const job = { gpu: { kind: 'software' }, seed: 1, ids: [doubled, pastEnd], ...more } as const;
  const emit = (event: FamilyEvent) => events.push(event);
  await answer({ verb: 'cover', job, gpu: on, family: withWrong, load, emit });
  return events;
}

const covered = (events: readonly FamilyEvent[]) => events.filter((event) => event.type === 'covered');

test('cover tells of each awkward case of its rungs, and what they came to', async () => {
  const events = await cover(gpu());
  const words = events.map((event) => {
    if (event.type === 'progress') return `${event.phase} ${event.share.toFixed(2)}`;
    return event.type === 'covered' ? `covered ${event.covered.failure}` : event.type;
  });
  expect(words.slice(0, 4)).toEqual(['start', 'start', 'edge cases 0.08', 'edge cases 0.17']);
  expect(words.slice(-3)).toEqual([
    'edge cases 1.00',
    'covered null',
    'covered EC-1D n=0,f32: doubled: the kernel wrote behind the last element',
  ]);
  expect(covered(events)[0]).toMatchObject({
    id: doubled,
    covered: { coverage: [{ set: 'EC-1D', total: 6, passed: 6, skipped: 0, failed: [] }] },
    spent: { deviceMs: expect.any(Number), judgingMs: expect.any(Number) },
  });
});

test('shares of the cases have each case once', async () => {
  const shares = await Promise.all(
    [0, 1, 2, 3].map(async (index) => covered(await cover(gpu(), { share: { index, of: 4 } }))),
  );
  const sets = shares.map(([right]) => right?.covered.coverage[0]);
  expect(sets.map((set) => set?.passed)).toEqual([2, 2, 1, 1]);
  const failed = shares.flatMap(([, wrong]) => wrong?.covered.coverage[0]?.failed ?? []);
  expect(new Set(failed).size).toBe(failed.length);
  const whole = covered(await cover(gpu()))[1]?.covered.coverage[0]?.failed;
  expect(failed.toSorted()).toEqual(whole?.toSorted());
});

test('cover ends where the device was lost', async () => {
  const doomed = await openGpu({ kind: 'software' });
  doomed.device.destroy();
  const events = await cover(doomed);
  closeDevice(doomed);
  expect(events.map((event) => event.type)).toEqual(['start', 'start', 'error']);
  expect(events.at(-1)).toMatchObject({ code: 'device-lost', message: expect.stringContaining('destroyed') });
});
