// What a pipeline tells of one more run stands in its result, and is no part of its samples.
import type { Machine, Timeline } from '@kernel-ladder/schema';
import { beforeAll, expect, test } from 'vitest';
import type { DoubleCase } from '../../fixtures/double/family.ts';
import { loop, row, runRow } from '../../fixtures/double/rows.ts';
import type { Prepared, SelfRunVariant } from '../contract/family.ts';
import { profileMachine } from '../machine/profile.ts';
import { nodeHost } from '../process/host.ts';
import { useTestGpu } from '../testing/test-gpu.ts';

const gpu = useTestGpu();
let machine: Machine;
beforeAll(async () => {
  machine = await profileMachine(gpu(), nodeHost());
});

const resultOf = (variant: SelfRunVariant<DoubleCase>) => runRow(variant, { gpu: gpu(), machine });

const aTimeline: Timeline = {
  clock: 'host',
  wallUs: 2,
  chunks: 1,
  busyUs: { upload: 0, kernel: 2, download: 0 },
  overlapUs: { uploadKernel: 0, kernelDownload: 0, uploadDownload: 0 },
  spans: [{ lane: 'kernel', name: 'launch', slot: 0, chunk: 0, atUs: 0, us: 2 }],
};

/** A loop with a timeline, and how many runs it had had each time that it was asked for it. */
function telling(change: Partial<Prepared> = {}) {
  const asked: number[] = [];
  const prepare: SelfRunVariant<DoubleCase>['prepare'] = (_, given) => {
    let runs = 0;
    const { run, ...rest } = loop(change, given);
    const timeline = () => {
      asked.push(runs);
      return Promise.resolve(aTimeline);
    };
    return { ...rest, timeline, run: () => (runs++, run()) };
  };
  return { asked, variant: { ...row, prepare } };
}

test('a timeline is asked for once, behind the runs that are timed', async () => {
  const { asked, variant } = telling();
  const { timing, timeline } = await resultOf(variant);
  expect(timeline).toEqual(aTimeline);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toBeGreaterThan(timing?.n ?? Infinity);
});

test('a row that is wrong, or has none to tell, has no timeline', async () => {
  const { asked, variant } = telling({ run: () => undefined });
  expect(await resultOf(variant)).toMatchObject({ status: 'failed' });
  expect(asked).toEqual([]);
  expect(await resultOf(row)).not.toHaveProperty('timeline');
});
