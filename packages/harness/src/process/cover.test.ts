import type { Gpu } from '@kernel-ladder/gpu';
import { closeDevice } from '@kernel-ladder/gpu';
import { openGpu } from '@kernel-ladder/gpu/node';
import type { FamilyEvent } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { family, wrongVariant } from '../../fixtures/double/family.ts';
import { load } from '../../fixtures/gpu.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { answer } from './verbs.ts';

const gpu = useTestGpu();
const withWrong = { ...family, variants: [...family.variants, wrongVariant('past-end')!] };

const doubled = 'double/double/n=100,f32';
const pastEnd = 'double/past-end/n=100,f32';

async function cover(on: Gpu): Promise<readonly FamilyEvent[]> {
  const events: FamilyEvent[] = [];
  const job = { gpu: { kind: 'software' }, seed: 1, ids: [doubled, pastEnd] } as const;
  const emit = (event: FamilyEvent) => events.push(event);
  await answer({ verb: 'cover', job, gpu: on, family: withWrong, load, emit });
  return events;
}

test('cover tells of each awkward case of a rung, and what they came to', async () => {
  const events = await cover(gpu());
  const words = events.map((event) => {
    if (event.type === 'progress') return `${event.phase} ${event.share.toFixed(2)}`;
    return event.type === 'covered' ? `covered ${event.covered.failure}` : event.type;
  });
  const cases = ['0.17', '0.33', '0.50', '0.67', '0.83', '1.00'].map((share) => `edge cases ${share}`);
  expect(words).toEqual([
    'start',
    ...cases,
    'covered null',
    'start',
    ...cases,
    'covered EC-1D n=0,f32: doubled: the kernel wrote behind the last element',
  ]);
  expect(events.find((event) => event.type === 'covered')).toMatchObject({
    id: doubled,
    covered: { coverage: [{ set: 'EC-1D', total: 6, passed: 6, skipped: 0, failed: [] }] },
    spent: { deviceMs: expect.any(Number), judgingMs: expect.any(Number) },
  });
});

test('cover ends with the rung whose device was lost', async () => {
  const doomed = await openGpu({ kind: 'software' });
  doomed.device.destroy();
  const events = await cover(doomed);
  closeDevice(doomed);
  expect(events.map((event) => event.type)).toEqual(['start', 'error']);
  expect(events.at(-1)).toMatchObject({ code: 'device-lost', message: expect.stringContaining('destroyed') });
});
