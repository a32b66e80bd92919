import type { Machine } from '@kernel-ladder/schema';
import { beforeAll, expect, test } from 'vitest';
import { doubleCase, family } from '../../fixtures/double/family.ts';
import type { DoubleCase } from '../../fixtures/double/family.ts';
import { load } from '../../fixtures/gpu.ts';
import type { Problem, SelfRunVariant } from '../contract/family.ts';
import { profileMachine } from '../machine/profile.ts';
import { nodeHost } from '../process/host.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { openCaches } from './caches.ts';
import { openWorkbench } from './workbench.ts';

const gpu = useTestGpu();
let machine: Machine;
beforeAll(async () => {
  machine = await profileMachine(gpu(), nodeHost());
});

const peer: SelfRunVariant<DoubleCase> = {
  name: 'peer',
  summary: 'never run',
  kind: 'peer',
  peer: { name: 'a library', version: '1', settings: {}, timedBy: 'itself' },
  clock: 'peer',
  plan: () => ({ implBytes: 0, longestSum: 0 }),
  prepare: () => {
    throw new Error(`${doubleCase(1).n} is not asked for`);
  },
};
const llcBytes = 2 ** 20;

/** The caches that a peer finds on a device of one MiB. */
function cachesOf({
  headline = 'cold' as 'cold' | 'hot',
  software = false,
  minBytes = 1000,
  timing = true,
  variant = peer,
}) {
  const problem: Problem<DoubleCase> = { ...family, headline: { ...family.headline, cache: headline } };
  const device = { ...gpu(), facts: { ...gpu().facts, software } };
  const small = { ...machine, llc: { bytes: llcBytes, source: 'a test' } } as unknown as Machine;
  const bench = openWorkbench({ gpu: device, family: problem, load, machine: small, timing });
  return openCaches(bench, { variant, minBytes });
}

test.for([
  ['a family that is timed cold', {}, 'cold'],
  ['a family that is timed hot', { headline: 'hot' as const }, 'hot'],
  ['more data than three caches hold', { minBytes: 3 * llcBytes }, 'streaming'],
  ['a software adapter', { software: true }, 'hot'],
  ['nobody who takes the time', { timing: false }, undefined],
  ['a clock of the host', { variant: { ...peer, clock: 'host' as const } }, undefined],
] as const)('%s', async ([, how, state]) => {
  const caches = await cachesOf(how);
  expect(caches?.state).toBe(state);
  caches?.free();
});

test('a cold cache is emptied by the device before a run begins', async () => {
  const caches = await cachesOf({});
  const passes = { count: 0 };
  const { queue } = gpu().device;
  const submit = queue.submit.bind(queue);
  queue.submit = (buffers) => {
    passes.count++;
    return submit(buffers);
  };
  await caches!.evict();
  Reflect.deleteProperty(queue, 'submit');
  expect(passes.count).toBe(1);
  caches!.free();
});
