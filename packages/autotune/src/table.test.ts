// Tables as plans read them: of their machine, of their class, and of kernels that are still the same.
import type { Gpu } from '../../gpu/src/index.ts';
import { expect, test } from 'vitest';
import { findCase, shaderText } from '../../harness/src/index.ts';
import { withTable } from '../../harness/src/run.ts';
import { runIds } from '../../harness/src/run/run-ids.ts';
import { hashOf } from '../../harness/src/tune/table.ts';
import { showId } from '../../harness/src/run/listing.ts';
import { describeKernel } from '../../harness/src/launch/launch.ts';
import { fileLoader } from '../../harness/src/process/loader.ts';
import type { Plan } from '../../harness/src/index.ts';
import { useTestGpu } from '../../harness/src/testing/test-gpu.ts';
import { family as reduce } from '../../kernel-reduce/src/family.ts';
import { parseResult } from '../../schema/src/index.ts';
import type { Machine, Result, TuningEntry } from '../../schema/src/index.ts';

const gpu = useTestGpu();
const load = fileLoader(new URL('../../kernel-reduce/src/kernels/', import.meta.url));
const rung = reduce.variants.find(({ name }) => name === 'optimized')!;
const tuning = rung.tuning!;

const untimed = { gpu: { kind: 'software' }, seed: 1, edgeCases: false, timing: false } as const;

const anyEntry: TuningEntry = {
  rung: 'optimized',
  class: 'n=4096,sum,f32',
  case: 'n=4096,f32',
  choice: { workgroup: 256, groups: 4 },
  usual: { workgroup: 256, groups: 4 },
  tunedNs: 1000,
  usualNs: 1100,
  speed: { ratio: 1.1, low: 1.05, high: 1.15, turns: 10 },
  compileMs: 50,
  hash: '0'.repeat(16),
  space: '0'.repeat(16),
  search: {
    seed: 1,
    combinations: 36,
    candidates: 18,
    looks: 26,
    samples: 100,
    wrong: 0,
    failed: 0,
    seconds: 3,
    foundNs: 1001,
  },
  versions: { commit: 'test' },
  at: '2026-01-01T00:00:00Z',
  landscape: { parameters: [], rows: [] },
};

const chosenOn = (device: Gpu) => showId(reduce, device, { id: 'reduce/optimized/n=4096,f32', load }).chosen;

test('plans take the choice of the table, of its machine and class alone, and not once the kernel has changed', async () => {
  const choice = { workgroup: 64, groups: 1 };
  const { facts } = gpu();
  const { params } = findCase(reduce, 'n=4096,f32');
  const tunedPlan = tuning.plan(params, facts, choice);
  if ('skip' in tunedPlan) throw new Error(tunedPlan.skip.message);
  const texts = tunedPlan.passes.map(({ wgsl }) => shaderText(wgsl, load));
  const { hash } = await describeKernel(tunedPlan, texts);
  const withEntry = async (changes: Partial<TuningEntry>, machine = 'here', owner: object = {}) => {
    const entry = { ...anyEntry, choice, hash, ...changes };
    const head = { schemaVersion: 1, machine, family: 'reduce', ...owner };
    const table = JSON.stringify({ ...head, entries: [entry] });
    const find = (file: string) => (file === '../../tuning/here.json' ? table : null);
    const stale: string[] = [];
    const device = await withTable(
      gpu(),
      { family: reduce, load: Object.assign((file: string) => load(file), { find }), key: machine },
      (sentence) => stale.push(sentence),
    );
    return { plan: rung.plan(params, device.facts), stale, shown: chosenOn(device) };
  };
  const usual = rung.plan(params, facts);
  const { class: shapeClass, space, at } = anyEntry;
  const tuned = { rung: 'optimized', class: shapeClass, choice, space, at };
  expect(await withEntry({})).toEqual({
    plan: { ...tunedPlan, tuned },
    stale: [],
    shown: { choice, tuned },
  });
  // Searched before the rung could choose its groups: these are as many as usual, and the kernel is that of the hash or not.
  const shorter = { workgroup: 256 };
  const same = await hashOf(tuning.plan(params, facts, { ...shorter, groups: 4 }) as Plan, load);
  expect(await withEntry({ choice: shorter, hash: same })).toMatchObject({
    plan: { tuned: { choice: { ...shorter, groups: 4 } } },
    stale: [],
  });
  expect((await withEntry({ choice: shorter })).stale).toEqual([
    expect.stringContaining('the kernel has changed since'),
  ]);
  const elsewhere = await withEntry({}, 'elsewhere');
  expect(elsewhere.plan).toEqual(usual);
  expect(elsewhere.shown).toEqual({ choice: { workgroup: 256, groups: 4 } });
  const otherClass = await withEntry({ class: 'n=8192,sum,f32' });
  expect(otherClass.plan).toEqual(usual);
  expect(otherClass.stale).toEqual([expect.stringContaining('n=4096,f32 is no case of that class')]);
  const changed = await withEntry({ hash: 'f'.repeat(16) });
  expect(changed.plan).toEqual(usual);
  expect(changed.stale).toEqual([
    expect.stringMatching(/n=4096,sum,f32 is not used, for the kernel has changed since/),
  ]);
  expect((await withEntry({ choice: { workgroup: 65, groups: 2 } })).stale).toEqual([
    expect.stringContaining('is no choice of'),
  ]);
  expect((await withEntry({ choice: { workgroup: 512, groups: 1 } })).stale).toEqual([
    expect.stringContaining('A workgroup has 512 threads, the device allows 256: `bench tune'),
  ]);
  expect((await withEntry({ case: 'n=x,f32' })).stale).toEqual([expect.stringContaining('is not used, for')]);
  expect((await withEntry({ choice: { ...choice, extra: 1 } })).stale).toEqual([
    expect.stringContaining('{"workgroup":64,"groups":1,"extra":1} is no choice of'),
  ]);
  // What it won against is not what runs where nothing was tuned.
  expect((await withEntry({ usual: { workgroup: 128, groups: 4 } })).stale).toEqual([
    expect.stringContaining('the usual choice is another since'),
  ]);
  expect((await withEntry({ rung: 'gone' })).stale).toEqual([
    expect.stringContaining('there is no such rung that can be tuned'),
  ]);
  // Other values may be chosen than when it was searched: the choice is one of them, and the kernel the same.
  expect((await withEntry({ space: 'f'.repeat(16) })).plan).toMatchObject(tunedPlan);
  // A copy under another name.
  await expect(withEntry({}, 'here', { machine: 'elsewhere' })).rejects.toThrow(
    'packages/kernel-reduce/tuning/here.json: /machine: must be "here", after which the file is named, not "elsewhere"',
  );
  await expect(withEntry({}, 'here', { family: 'gemm' })).rejects.toThrow('/family: must be "reduce"');
});

test('a result says which entry of the table its kernel is of, and nothing where that has none for it', async () => {
  const choice = { workgroup: 64, groups: 1 };
  const id = 'reduce/optimized/n=4096,f32';
  const plan = tuning.plan(findCase(reduce, 'n=4096,f32').params, gpu().facts, choice);
  if ('skip' in plan) throw new Error(plan.skip.message);
  const hash = await hashOf(plan, load);
  const table = {
    schemaVersion: 1,
    machine: 'here',
    family: 'reduce',
    // Of the second, which speaks of another kernel, a run takes nothing and says nothing.
    entries: [
      { ...anyEntry, choice, hash },
      { ...anyEntry, class: 'n=1025,sum,f32', case: 'n=1025,f32', choice },
    ],
  };
  const find = (file: string) => (file === '../../tuning/here.json' ? JSON.stringify(table) : null);
  const [results, notes]: [Result[], string[]] = [[], []];
  await runIds({
    // All that a run reads of it that times nothing.
    job: { ...untimed, ids: [id, 'reduce/optimized/n=1025,f32'], machine: { key: 'here' } as Machine },
    gpu: gpu(),
    family: reduce,
    load: Object.assign((file: string) => load(file), { find }),
    emit: (event) => {
      if (event.type === 'result') results.push(event.result);
      if (event.type === 'note') notes.push(event.message);
    },
  });
  const [tuned, other] = results.map((result) => parseResult('result', result));
  const { class: shapeClass, space, at } = anyEntry;
  expect(tuned).toMatchObject({
    status: 'passed',
    kernelHash: hash,
    tuned: { rung: 'optimized', class: shapeClass, choice, space, at },
  });
  expect(other?.status).toBe('passed');
  expect(other).not.toHaveProperty('tuned');
  expect(notes).toEqual([]);
});
