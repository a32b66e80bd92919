import { liveBuffers } from '@kernel-ladder/gpu';
import type { FamilyEvent, Job, Machine, Phase } from '@kernel-ladder/schema';
import { beforeAll, expect, test } from 'vitest';
import { family } from '../../fixtures/double/family.ts';
import { load } from '../../fixtures/gpu.ts';
import { profileMachine } from '../machine/profile.ts';
import { sameThread } from '../contract/judges.ts';
import type { Judge, Judges } from '../contract/judges.ts';
import { nodeHost } from '../process/host.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { runIds } from './run-ids.ts';

const gpu = useTestGpu();
const ids = ['double/double/n=100,f32', 'double/double/n=1000,f32'];
let machine: Machine;
let job: Job;
beforeAll(async () => {
  machine = await profileMachine(gpu(), nodeHost());
  job = { gpu: { kind: 'software' }, seed: 1, machine, effort: 'quick', ids };
});

async function runUntil(isLast: (event: FamilyEvent) => boolean) {
  const events: FamilyEvent[] = [];
  const stopping = new AbortController();
  const emit = (event: FamilyEvent) => {
    events.push(event);
    if (isLast(event)) stopping.abort();
  };
  const isWhole = await runIds({ job, gpu: gpu(), family, load, emit, signal: stopping.signal });
  return { isWhole, results: events.filter(({ type }) => type === 'result').length };
}

test('runs to its last id where nobody stops it', async () => {
  expect(await runUntil(() => false)).toEqual({ isWhole: true, results: 2 });
});

test('tells behind the last id, and behind what closes it, that the device is free and its inputs are gone', async () => {
  const before = liveBuffers(gpu()).count;
  const seen = async (isClosed: boolean) => {
    const told: string[] = [];
    const closing = async () => void told.push('closing');
    const emit = (event: FamilyEvent) => {
      const isFree = event.type === 'device-free';
      if (isFree || event.type === 'start') told.push(event.type);
      if (isFree) told.push(`${liveBuffers(gpu()).count - before} buffers`);
    };
    await runIds({ job, gpu: gpu(), family, load, emit, ...(isClosed ? { closing } : {}) });
    return told;
  };
  expect(await seen(true)).toEqual(['start', 'start', 'closing', 'device-free', '0 buffers']);
  expect(await seen(false)).toEqual(['start', 'start', 'device-free', '0 buffers']);
});

async function seenWith(more: { readonly closing?: () => Promise<void> }) {
  const told: string[] = [];
  const emit = ({ type }: FamilyEvent) => {
    if (['start', 'timed', 'device-free', 'result'].includes(type)) told.push(type);
  };
  const turn = async () => void told.push('turn');
  await runIds({ job, gpu: gpu(), family, load, emit, turn, ...more });
  return told;
}

test('says when nothing is timed any more, unless something closes it; a turn comes before the first id', async () => {
  const results = ['turn', 'start', 'result', 'start'];
  expect(await seenWith({})).toEqual([...results, 'timed', 'result', 'device-free']);
  expect(await seenWith({ closing: async () => {} })).toEqual([...results, 'result', 'device-free']);
});

test('is closed, and hands the device on, while judges are still at work on three ids', async () => {
  const { promise: isFree, resolve } = Promise.withResolvers<void>();
  const judges: Judges = {
    ...sameThread,
    isBeside: () => true,
    judge: (trial) => {
      const judge = sameThread.judge(trial);
      const verify: Judge['verify'] = async (...asked) => {
        if (asked[2] === 'beside') await isFree;
        return judge.verify(...asked);
      };
      return { ...judge, verify };
    },
  };
  const told: string[] = [];
  const emit = (event: FamilyEvent) => {
    if (event.type === 'device-free') resolve();
    if (event.type === 'device-free' || event.type === 'result') told.push(event.type);
  };
  const closing = async () => void told.push('closing');
  const three = { ...job, ids: [...ids, 'double/double/n=7,f32'] };
  await runIds({ job: three, gpu: gpu(), family, load, emit, judges, closing });
  expect(told).toEqual(['closing', 'device-free', 'result', 'result', 'result']);
});

test('stops between two ids', async () => {
  expect(await runUntil(({ type }) => type === 'result')).toEqual({ isWhole: false, results: 1 });
});

test.for<Phase>(['edge cases', 'inputs', 'check', 'sample', 'proof'])(
  'stopped in the phase “%s” of its first id it has no result, and gives all memory back',
  async (phase) => {
    const before = liveBuffers(gpu());
    const isLast = (event: FamilyEvent) => event.type === 'progress' && event.phase === phase;
    expect(await runUntil(isLast)).toEqual({ isWhole: false, results: 0 });
    expect(liveBuffers(gpu())).toEqual(before);
  },
);
