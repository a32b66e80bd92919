// A transformer trains on the software adapter as on the CPU: what it learns, what it says when something is wrong, and how it goes on
// from where it was stopped.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { liveBuffers } from '@kernel-ladder/gpu';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import type { TrainEvent, TrainingSettings, TrainJob, TrainWishes } from '@kernel-ladder/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCheckpoint } from './checkpoint.ts';
import { cpuEngine } from './engine/cpu.ts';
import type { Engine } from './engine/engine.ts';
import { gpuEngine } from './engine/gpu.ts';
import { planTraining } from './engine/plan.ts';
import { unscaled } from './scaling.ts';
import { runSession } from './session.ts';
import { specOf } from './settings.ts';
import { apart, firstVectors, tiny, verse } from './testing.ts';
import { NotFinite, refuseStrays, train } from './train.ts';

const gpu = useTestGpu();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kernel-ladder-training-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

// Pipelines are kept by their text: every engine of these sizes but the first has its at once.
async function onGpu<Result>(settings: TrainingSettings, use: (engine: Engine) => Promise<Result>) {
  const spec = specOf(settings);
  const engine = await gpuEngine(gpu(), {
    spec,
    plan: planTraining(spec, gpu().facts),
    first: firstVectors(settings),
  });
  try {
    return await use(engine);
  } finally {
    engine.free();
  }
}

function trainOn(engine: Engine, settings: TrainingSettings, bytes = verse.training) {
  const from = { step: 0, updates: 0, scale: unscaled };
  const { schedule, seed } = settings;
  return train({ engine, spec: specOf(settings), bytes, seed, schedule, from });
}

// Sums of f32 in another order, and WGSL's exponentials.
const tolerance = { loss: 1e-5, parameters: 2e-5 } as const;

describe.each([
  ['one batch a step', tiny],
  ['two batches a step', { ...tiny, accumulate: 2 }],
  ['three batches a step', { ...tiny, accumulate: 3, schedule: { ...tiny.schedule, steps: 2 } }],
] as const)('%s', (_, settings) => {
  test('the loss falls as it does on the CPU, and parameters end where they do there', async () => {
    const here = await onGpu(settings, async (engine) => ({
      ...(await trainOn(engine, settings)),
      ...(await engine.read()),
    }));
    const reference = cpuEngine(specOf(settings), firstVectors(settings));
    const there = await trainOn(reference, settings);
    expect(here.losses).toHaveLength(settings.schedule.steps);
    expect(here.losses.at(-1)).toBeLessThan((here.losses[0] ?? 0) - 0.02);
    expect(apart(here.losses, there.losses)).toBeLessThan(tolerance.loss);
    const { parameters, moments } = await reference.read();
    expect(apart(here.parameters, parameters)).toBeLessThan(tolerance.parameters);
    expect(apart(here.moments[1] ?? [], moments[1] ?? [])).toBeLessThan(tolerance.parameters);
  });
});

test('two batches a step are one of twice as many sequences', async () => {
  const both = { ...tiny, accumulate: 2, schedule: { ...tiny.schedule, steps: 2 } };
  const one = { ...both, accumulate: 1, batch: 2 * tiny.batch };
  const [apartly, together] = [both, one].map((each) => cpuEngine(specOf(each), firstVectors(each)));
  if (!apartly || !together) throw new Error('two engines');
  const losses = [await trainOn(apartly, both), await trainOn(together, one)].map((each) => each.losses);
  expect(apart(losses[0] ?? [], losses[1] ?? [])).toBeLessThan(1e-6);
  expect(apart((await apartly.read()).parameters, (await together.read()).parameters)).toBeLessThan(1e-6);
});

test('a step whose loss is no number is named', async () => {
  const wild = { ...tiny, clip: null, schedule: { ...tiny.schedule, rate: 1e30, warmup: 0 } };
  const fault = await onGpu(wild, (engine) => trainOn(engine, wild)).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(NotFinite);
  expect(String(fault)).toMatch(
    /^NotFinite: step 2: (the loss is|the gradients have the length) (NaN|Infinity)/,
  );
  // The first is sound: it is its update that is not.
  expect((fault as NotFinite).step).toBe(2);
});

test('memory that there is not is refused before anything is made', async () => {
  const spec = specOf(tiny);
  const plan = planTraining(spec, gpu().facts);
  const before = liveBuffers(gpu()).count;
  const small = { ...gpu(), memoryCapBytes: plan.bytes - 1 };
  const begun = gpuEngine(small, { spec, plan, first: firstVectors(tiny) });
  await expect(begun).rejects.toThrow(`the training needs ${plan.bytes} bytes`);
  expect(liveBuffers(gpu()).count).toBe(before);
});

test('what was freed says so', async () => {
  const engine = await onGpu(tiny, async (each) => each);
  expect(() => engine.told()).toThrow('the training has been freed');
});

describe('a session', () => {
  const told: TrainEvent[] = [];
  const session = (name: string, job: Partial<TrainJob> & { readonly wishes: TrainWishes }) =>
    runSession({
      gpu: gpu(),
      job: { commit: 'test', checkpoint: join(folder, name), ...job },
      corpus: verse,
      tell: (event) => told.push(event),
    });
  const wishes: TrainWishes = {
    layers: 1,
    width: 16,
    heads: 2,
    context: 8,
    batch: 2,
    steps: 6,
    warmup: 2,
    rate: 0.01,
  };

  test('goes on from a checkpoint with the same bits, and says before that what it takes', async () => {
    const { training: whole } = await session('whole', { wishes });
    await session('half', { wishes, budgetMs: 0 });
    const stopped = readCheckpoint(join(folder, 'half'));
    expect(stopped.progress.step).toBe(1);
    const resume = join(folder, 'half');
    const { training: rest } = await session('rest', { wishes: {}, resume, trace: 'asked for' });
    expect(rest.losses).toEqual(whole.losses);
    expect(rest.resumedAt).toBe(1);
    const [one, other] = ['whole', 'rest'].map((name) => readCheckpoint(join(folder, name)));
    expect(one?.vectors).toEqual(other?.vectors);
    expect(one?.progress.step).toBe(6);
    const planned = told.find((event) => event.type === 'planned');
    expect(whole.memory?.peakBytes).toBe(planned?.bytes);
    expect(rest.profile?.operators.map(({ program }) => program)).toContain('update');
  });

  test('keeps no parameters that are no numbers, and says so of the last step too', async () => {
    await session('sound', { wishes });
    const kept = readFileSync(join(folder, 'sound'));
    const wild: TrainWishes = { ...wishes, steps: 1, warmup: 0, rate: 1e38, clip: 0, optimiser: 'sgd' };
    await expect(session('sound', { wishes: wild })).rejects.toThrow(
      /^step 1: behind its update the loss on held-out text is (NaN|Infinity)/,
    );
    expect(readFileSync(join(folder, 'sound'))).toEqual(kept);
    const progress = { step: 3, updates: 3, scale: unscaled };
    const vectors = { parameters: Float32Array.of(1, Infinity), moments: [] };
    expect(() => refuseStrays(progress, vectors)).toThrow('step 3: the parameters are no numbers');
  });

  test('says what is too large before the host draws a parameter', async () => {
    const large: TrainWishes = { layers: 2, width: 2 ** 16, heads: 2, context: 8, batch: 2 };
    await expect(session('large', { wishes: large })).rejects.toThrow(/takes \d+ bytes, the device binds/);
  });

  test('refuses a checkpoint of other settings, of another text, and one that is damaged', async () => {
    const resume = join(folder, 'half');
    await expect(session('other', { wishes: { width: 32 }, resume })).rejects.toThrow('another width');
    const bytes = readFileSync(resume);
    writeFileSync(join(folder, 'cut'), bytes.subarray(0, -4));
    await expect(session('other', { wishes: {}, resume: join(folder, 'cut') })).rejects.toThrow('is damaged');
    const line = bytes.indexOf('\n');
    for (const [name, change] of [
      ['step', (text: string) => text.replace('"step":1', '"step":2')],
      ['lengths', (text: string) => text.replace('"lengths"', '"length"')],
    ] as const) {
      const header = Buffer.from(change(bytes.subarray(0, line).toString()));
      writeFileSync(join(folder, name), Buffer.concat([header, bytes.subarray(line)]));
      await expect(session('other', { wishes: {}, resume: join(folder, name) })).rejects.toThrow(
        'is damaged',
      );
    }
    await expect(session('other', { wishes: {}, resume: folder })).rejects.toThrow('there is no checkpoint');
    writeFileSync(join(folder, 'none'), 'text\n');
    await expect(session('other', { wishes: {}, resume: join(folder, 'none') })).rejects.toThrow(
      'is no checkpoint',
    );
  });
});
