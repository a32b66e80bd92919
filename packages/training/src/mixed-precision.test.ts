// Mixed precision: products of halves, everything else in f32, and a scaled loss. The CPU rounds every value to its type, as a device
// does; the kernels that are generated for halves are run by the emulator, because no software adapter has shader-f16.
import { compile, evaluate, optimise } from '@kernel-ladder/fusion';
import { emulateProgram } from '@kernel-ladder/fusion/testing/emulated.ts';
import { createRandom } from '@kernel-ladder/harness';
import { emulatedDevice, useTestGpu } from '@kernel-ladder/harness/testing';
import type { TrainingSettings } from '@kernel-ladder/schema';
import { describe, expect, test } from 'vitest';
import { batchesOf } from './data.ts';
import { cpuEngine } from './engine/cpu.ts';
import type { Engine } from './engine/engine.ts';
import { gpuEngine } from './engine/gpu.ts';
import { planTraining } from './engine/plan.ts';
import { stepGraphs } from './graphs.ts';
import { unpacked } from './model/pack.ts';
import { firstScale, nextScale, unscaled } from './scaling.ts';
import type { LossScale } from './scaling.ts';
import { settingsOf, specOf } from './settings.ts';
import { apart, firstVectors } from './testing.ts';
import { NotFinite, train } from './train.ts';

const usual = settingsOf(
  { layers: 1, width: 8, heads: 2, context: 4, batch: 2, steps: 200, warmup: 5, rate: 0.01, seed: 2 },
  true,
);
const full = { ...usual, model: { ...usual.model, vocabulary: 16 } };
const mixed: TrainingSettings = { ...full, precision: 'mixed' };

// What follows a number is one of two: no loss falls below log 2.
const bytes = new Uint8Array(600);
const random = createRandom(8);
for (let at = 1; at < bytes.length; at++) bytes[at] = ((bytes[at - 1] ?? 0) * 5 + random.integer(1, 2)) % 13;

function trainWith(settings: TrainingSettings, engine: Engine, scale: LossScale) {
  const { schedule, seed } = settings;
  return train({
    engine,
    spec: specOf(settings),
    bytes,
    seed,
    schedule,
    from: { step: 0, updates: 0, scale },
  });
}

const engineOf = (settings: TrainingSettings) =>
  cpuEngine(specOf(settings), firstVectors(settings), 'stored');

// Of the last steps, whose batches differ.
function last(losses: readonly number[]): number {
  return losses.slice(-20).reduce((sum, loss) => sum + loss / 20, 0);
}

test('the loss is within two per cent of f32 after 200 steps', async () => {
  const half = await trainWith(mixed, engineOf(mixed), firstScale);
  const whole = await trainWith(full, cpuEngine(specOf(full), firstVectors(full)), unscaled);
  expect(comparison(half, whole)).toEqual(alike);
});

const gpu = useTestGpu();

test('on a device with halves too the loss is within two per cent of f32 after 200 steps', async (context) => {
  context.skip(!gpu().facts.features.has('shader-f16'), 'the device has no shader-f16');
  const [half, whole] = [await trainOnGpu(mixed, firstScale), await trainOnGpu(full, unscaled)];
  expect(comparison(half, whole)).toEqual(alike);
});

async function trainOnGpu(settings: TrainingSettings, scale: LossScale) {
  const spec = specOf(settings);
  const first = firstVectors(settings);
  const engine = await gpuEngine(gpu(), { spec, plan: planTraining(spec, gpu().facts), first });
  try {
    return await trainWith(settings, engine, scale);
  } finally {
    engine.free();
  }
}

type Trained = Awaited<ReturnType<typeof train>>;

// Halves are halves: the curves are not the same.
function comparison(half: Trained, whole: Trained) {
  return {
    learnt: last(whole.losses) < 0.6 * (whole.losses[0] ?? 0),
    within: Math.abs(last(half.losses) / last(whole.losses) - 1) < 0.02,
    apart: apart(half.losses, whole.losses) > 1e-6,
  };
}

const alike = { learnt: true, within: true, apart: true };

describe('the gradients of one step', () => {
  const scale = 256;
  const feeds = (settings: TrainingSettings) => {
    const [batch] = batchesOf(bytes, {
      seed: 1,
      step: 0,
      batch: settings.batch,
      context: settings.model.context,
    });
    const { packing } = stepGraphs(specOf(settings));
    const weights = unpacked(packing, firstVectors(settings).parameters);
    return { ...weights, tokens: batch?.tokens ?? [], targets: batch?.targets ?? [], lossScale: [scale] };
  };

  test('by the kernels that are generated for halves are those of f32 times the scale', () => {
    const device = emulatedDevice(4);
    const graph = optimise(stepGraphs(specOf(mixed)).gradients.graph);
    const program = compile(graph, { ...device, features: new Set([...device.features, 'shader-f16']) });
    expect(program.kernels.flatMap(({ lines }) => lines).join('\n')).toContain('f16[8,8] = matmul');
    const { outputs, hazards } = emulateProgram(program, feeds(mixed), 4);
    expect(hazards).toEqual([]);
    const due = evaluate(stepGraphs(specOf(full)).gradients.graph, feeds(full));
    for (const [index, found] of outputs.entries()) {
      const expected = (due[index] ?? new Float64Array()).map((value) => (index === 0 ? 1 : scale) * value);
      const largest = Math.max(...expected.map(Math.abs));
      expect(apart(found, expected)).toBeLessThan(0.02 * largest + 1e-6);
    }
  });
});

describe('the scale of the loss', () => {
  test('halves where gradients are not finite, and doubles after 200 calm steps', () => {
    const [after, before] = [
      nextScale({ scale: 64, calm: 7 }, false),
      nextScale({ scale: 64, calm: 199 }, true),
    ];
    expect([after, before]).toEqual([
      { scale: 32, calm: 0 },
      { scale: 128, calm: 0 },
    ]);
  });

  test('that is too large costs steps, and no parameter becomes a NaN', async () => {
    const short = { ...mixed, schedule: { ...mixed.schedule, steps: 12 } };
    const engine = engineOf(short);
    const { skipped, progress } = await trainWith(short, engine, { scale: 2 ** 22, calm: 0 });
    expect(skipped).toBeGreaterThan(0);
    expect(progress).toMatchObject({ step: 12, updates: 12 - skipped });
    expect(progress.scale.scale).toBe(2 ** (22 - skipped));
    expect((await engine.read()).parameters.every(Number.isFinite)).toBe(true);
  });

  test('that no step is finite with ends the training', async () => {
    const broken = firstVectors(mixed);
    broken.parameters.fill(1e30);
    const engine = cpuEngine(specOf(mixed), broken, 'stored');
    await expect(trainWith(mixed, engine, firstScale)).rejects.toThrow(NotFinite);
  });
});
