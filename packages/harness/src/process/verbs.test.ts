import { readFileSync } from 'node:fs';
import type { Gpu } from '@kernel-ladder/gpu';
import { closeDevice } from '@kernel-ladder/gpu';
import { NoAdapter, openGpu } from '@kernel-ladder/gpu/node';
import { hashKernel } from '@kernel-ladder/schema';
import type { FamilyEvent, Job, Machine } from '@kernel-ladder/schema';
import { beforeAll, expect, test } from 'vitest';
import { family } from '../../fixtures/double/family.ts';
import { load } from '../../fixtures/gpu.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { describeError } from './work.ts';
import { answer } from './verbs.ts';

const gpu = useTestGpu();
const job: Job = { gpu: { kind: 'software' }, seed: 1 };

async function ask(
  verb: string,
  more: { readonly argument?: string; readonly job?: Partial<Job>; readonly on?: Gpu } = {},
) {
  const events: FamilyEvent[] = [];
  const request = {
    verb,
    argument: more.argument,
    job: { ...job, ...more.job },
    gpu: more.on ?? gpu(),
    family,
    load,
  };
  await answer({ ...request, emit: (event) => events.push(event) });
  return events;
}

let machine: Machine;
beforeAll(async () => {
  const events = await ask('profile');
  expect.assert(events.map((event) => event.type).join() === 'adapters,machine,ruler');
  machine = events.find((event) => event.type === 'machine')!.machine;
});

test('profile with rulersOnly looks at the rulers alone', async () => {
  const events = await ask('profile', { job: { rulersOnly: true } });
  expect(events).toEqual([
    {
      type: 'ruler',
      ruler: { copyNs: expect.any(Number), fmaNs: expect.any(Number), spread: expect.any(Number) },
    },
  ]);
});

test('list names every id once with its sizes, and the reason of a skip', async () => {
  const [event] = await ask('list');
  const ids = event?.type === 'family' ? event.family.ids : [];
  expect(
    ids.filter(({ variant }) => variant === 'double').map(({ id, sizes }) => [id, sizes.join(' ')]),
  ).toEqual([
    ['double/double/n=100,f32', 'tiny small'],
    ['double/double/n=1000,f32', 'small'],
    ['double/double/n=4096,f32', 'headline'],
  ]);
  expect(ids.find(({ variant }) => variant === 'needs-f16')).toMatchObject({
    status: 'skipped',
    reason: 'feature:shader-f16: the device does not offer shader-f16',
  });
});

test('list takes cases that the family does not list, in any order of their keys, and marks them', async () => {
  const cases = ['sign=positive,n=7,f32', 'n=7,sign=positive,f32', 'sign=both,n=100,f32'];
  const [event] = await ask('list', { job: { cases: { double: cases, triple: ['m=1'] } } });
  const ids = event?.type === 'family' ? event.family.ids : [];
  const marked = ids.filter(({ unlisted }) => unlisted);
  expect(marked.find(({ variant }) => variant === 'double')).toMatchObject({
    id: 'double/double/n=7,sign=positive,f32',
    params: { n: 7, sign: 'positive', dtype: 'f32' },
    sizes: [],
    status: 'runnable',
  });
  expect(marked.map(({ variant }) => variant)).toEqual(family.variants.map(({ name }) => name));
  expect(marked.find(({ variant }) => variant === 'elsewhere')?.reason).toBe(
    'not-applicable: solves another problem',
  );
});

test('list carries the ladder that a run keeps', async () => {
  const [event] = await ask('list');
  expect.assert(event?.type === 'family');
  const { ids: _, rungs, ...facts } = event.family;
  expect(facts).toEqual({
    name: 'double',
    title: 'Twice a vector',
    simulated: false,
    params: [{ key: 'n' }, { key: 'sign', default: 'both' }],
    headline: { cache: 'hot', metric: 'gbps', cases: ['n=4096,f32'] },
    tolerance: 'exact',
  });
  expect(rungs[0]).toEqual({ name: 'double', summary: 'runs double.wgsl', kind: 'gpu' });
  expect(rungs.map(({ name }) => name)).toEqual(family.variants.map(({ name }) => name));
});

test('list leaves out what a variant does not claim to solve', async () => {
  const [event] = await ask('list');
  const ids = event?.type === 'family' ? event.family.ids : [];
  expect(ids.map(({ variant }) => variant)).not.toContain('elsewhere');
});

test('show brings the exact text and its launch', async () => {
  const [event] = await ask('show', { argument: 'double/double/n=100,f32' });
  const file = new URL('../../fixtures/double/kernels/double.wgsl', import.meta.url);
  const text = readFileSync(file, 'utf8').replace('const N = 64u;', 'const N = 100u;');
  expect(event).toMatchObject({
    shown: {
      tolerance: 'exact',
      passes: [{ file: 'double.wgsl', text, workgroups: [2, 1, 1], workgroupSize: 64 }],
    },
  });
});

test('show says why there is nothing to show', async () => {
  const [event] = await ask('show', { argument: 'double/too-large/n=100,f32' });
  expect(event).toMatchObject({
    shown: { skip: 'limit:maxBufferSize: needs maxBufferSize 2, the device offers 1', passes: [] },
  });
});

test('run starts, tells of progress and ends each id with its result', async () => {
  const ids = ['double/double/n=100,f32', 'double/invalid/n=100,f32'];
  const events = await ask('run', { job: { ids, machine, effort: 'quick', edgeCases: false } });
  const outcomes = events.flatMap((event) => {
    if (event.type === 'start') return [`start ${event.id}`];
    return event.type === 'result' ? [`${event.result.status} ${event.result.id}`] : [];
  });
  expect(outcomes).toEqual([`start ${ids[0]}`, `passed ${ids[0]}`, `start ${ids[1]}`, `failed ${ids[1]}`]);
});

test('run measures the rulers behind its last id when asked to, and not on a device that is gone', async () => {
  const asked = {
    ids: ['double/double/n=100,f32'],
    machine,
    edgeCases: false,
    timing: false,
    rulersAfter: true,
  };
  const types = (await ask('run', { job: asked })).map((event) => event.type);
  expect(types.slice(-3)).toEqual(['result', 'ruler', 'device-free']);
  const doomed = await openGpu({ kind: 'software' });
  doomed.device.destroy();
  const events = await ask('run', { on: doomed, job: asked });
  closeDevice(doomed);
  expect(events.map((event) => event.type)).not.toContain('ruler');
});

test('run marks the result of a case that is not listed, and no other', async () => {
  const ids = ['double/double/n=77,f32', 'double/double/n=100,f32'];
  const events = await ask('run', { job: { ids, machine, effort: 'quick', edgeCases: false } });
  const results = events.flatMap((event) => (event.type === 'result' ? [event.result] : []));
  expect(results.map(({ status, unlisted }) => [status, unlisted])).toEqual([
    ['passed', true],
    ['passed', undefined],
  ]);
});

test('run brings the text behind a hash, with the first result that has it alone', async () => {
  const id = 'double/double/n=100,f32';
  const events = await ask('run', {
    job: { ids: [id, id, 'double/invalid/n=100,f32'], machine, effort: 'quick', edgeCases: false },
  });
  const results = events.filter((event) => event.type === 'result');
  expect(results.map(({ kernel }) => kernel !== undefined)).toEqual([true, false, false]);
  const [first, , invalid] = results.map(({ spent }) => spent);
  expect(first?.deviceMs).toBeGreaterThan(0);
  expect(first?.judgingMs).toBeGreaterThan(0);
  // What the id before has submitted may end in the time of this one.
  expect(invalid?.deviceMs).toBeLessThan(first?.deviceMs ?? 0);
  expect(invalid?.judgingMs).toBe(0);
  const { kernel, result } = results[0]!;
  expect(kernel!.hash).toBe(result.kernelHash);
  expect(await hashKernel(kernel!.passes)).toBe(result.kernelHash);
  const [shown] = await ask('show', { argument: id });
  expect.assert(shown?.type === 'shown');
  const { file, text, workgroups, bindings } = shown.shown.passes[0]!;
  expect(kernel!.passes).toEqual([{ file, text, bindings, workgroups }]);
});

test('run takes the awkward cases that another process has checked as they are', async () => {
  const coverage = [{ set: 'EC-1D', total: 6, passed: 5, skipped: 1, failed: [] }];
  const resumed = {
    ids: ['double/double/n=100,f32'],
    machine,
    effort: 'quick',
    covered: {
      'double/double': { coverage, failure: null },
      'triple/double': { coverage: [], failure: 'x' },
    },
  } as const;
  const events = await ask('run', { job: resumed });
  expect(events.filter((event) => event.type === 'progress' && event.phase === 'edge cases')).toEqual([]);
  expect(events.find((event) => event.type === 'result')).toMatchObject({ result: { coverage } });
});

test('run fails an id for what another process has found wrong with its rung', async () => {
  const coverage = [{ set: 'EC-1D', total: 6, passed: 5, skipped: 0, failed: ['n=0,f32'] }];
  const ids = ['double/double/n=100,f32'];
  const failedWith = async (isOutOfMemory: boolean) => {
    const covered = { 'double/double': { coverage, failure: 'EC-1D n=0,f32: wrong', isOutOfMemory } };
    const events = await ask('run', { job: { ids, machine, covered } });
    return events.find((event) => event.type === 'result')?.result;
  };
  expect(await failedWith(false)).toMatchObject({
    status: 'failed',
    reason: { code: 'wrong-result', message: 'EC-1D n=0,f32: wrong' },
    coverage,
  });
  expect(await failedWith(true)).toMatchObject({ reason: { code: 'out-of-memory' } });
});

test('run ends with the id whose device was lost: the others need another process', async () => {
  const doomed = await openGpu({ kind: 'software' });
  doomed.device.destroy();
  const ids = ['double/double/n=100,f32', 'double/double/n=1000,f32'];
  const events = await ask('run', { on: doomed, job: { ids, machine } });
  closeDevice(doomed);
  expect(events.filter((event) => event.type !== 'progress').map((event) => event.type)).toEqual([
    'start',
    'result',
    'error',
  ]);
  expect(events.at(-1)).toMatchObject({ code: 'device-lost', message: expect.stringContaining('destroyed') });
});

test.for([
  { verb: 'dance', says: '"dance" is not a verb: write profile, list, show ID, cover, run, tune or mutants' },
  {
    verb: 'show',
    argument: 'double/triple/n=100,f32',
    says: 'double has no double/triple/n=100,f32: see `bench list`',
  },
  {
    verb: 'show',
    argument: 'double/double/n=5,sign=minus,f32',
    says: 'double: sign=minus: sign takes both or positive; did you mean',
  },
  { verb: 'show', says: '"" is not an id' },
  { verb: 'run', says: 'the verb run needs the machine’s profile in its job' },
])('refuses $verb $argument', async ({ verb, argument, says }) => {
  await expect(ask(verb, argument === undefined ? {} : { argument })).rejects.toThrow(says);
});

test.for([
  [new NoAdapter('none'), 'no-adapter', 'none'],
  [new Error('odd'), 'usage', 'odd'],
  ['text', 'usage', 'text'],
] as const)('tells %s as %s', ([error, code, message]) => {
  expect(describeError(error)).toEqual({ type: 'error', code, message });
});
