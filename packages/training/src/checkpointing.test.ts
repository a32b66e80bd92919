// Activations that are computed once more on the way back: less memory on the device, and the gradients that there are without.
import {
  compile,
  gradients,
  graphOf,
  input,
  instantiate,
  matmul,
  mul,
  optimise,
  sum,
  tanh,
} from '@kernel-ladder/fusion';
import type { Expression } from '@kernel-ladder/fusion';
import { liveBuffers } from '@kernel-ladder/gpu';
import { createRandom, fill } from '@kernel-ladder/harness';
import { emulatedDevice, useTestGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { batchesOf } from './data.ts';
import { cpuEngine } from './engine/cpu.ts';
import { planTraining } from './engine/plan.ts';
import { settingsOf, specOf } from './settings.ts';
import { apart, firstVectors, tiny, verse } from './testing.ts';

const gpu = useTestGpu();

// Layers of one shape, so that their kernels are few; every fourth is kept.
const [layers, segment, rows, width] = [12, 4, 256, 8];

function deepGraph(isKeeping: boolean) {
  const weights = Array.from({ length: layers }, (_, layer) => input(`w${layer}`, 'f32', [width, width]));
  let value: Expression = input('x', 'f32', [rows, width]);
  const ends: Expression[] = [];
  for (const [layer, weight] of weights.entries()) {
    value = tanh(matmul(value, weight));
    if (layer % segment === segment - 1) ends.push(value);
  }
  return graphOf(gradients(sum(mul(value, value)), weights, isKeeping ? ends : undefined));
}

async function runDeep(isKeeping: boolean) {
  const graph = optimise(deepGraph(isKeeping));
  const before = liveBuffers(gpu()).bytes;
  const executable = await instantiate(gpu(), compile(graph, gpu().facts));
  try {
    const random = createRandom(5);
    const draw = (length: number) => fill(new Float32Array(length), () => random.uniform(-0.6, 0.6));
    const inputs = graph.inputs.toSorted((a, b) => a.name.localeCompare(b.name));
    const feeds = inputs.map(({ name, type }) => [name, draw((type.shape[0] ?? 1) * width)] as const);
    const outputs = await executable.run(Object.fromEntries(feeds));
    return { peakBytes: liveBuffers(gpu()).bytes - before, slopes: Object.values(outputs) };
  } finally {
    executable.free();
  }
}

test('lowers the peak of the ledger with the same gradients', async () => {
  const [usual, less] = [await runDeep(false), await runDeep(true)];
  // Of twelve activations three ends, and a segment at a time; weights and slopes are beside both.
  expect(less.peakBytes).toBeLessThan(0.75 * usual.peakBytes);
  expect(usual.slopes).toHaveLength(layers);
  expect(Math.max(...(usual.slopes[0] ?? []).map(Number))).toBeGreaterThan(0);
  for (const [layer, slope] of usual.slopes.entries())
    expect(apart(slope.map(Number), (less.slopes[layer] ?? slope).map(Number))).toBeLessThan(1e-6);
});

function arenaBytes(recompute: boolean, precision: 'f32' | 'mixed'): number {
  const device = emulatedDevice(32);
  const features = new Set([...device.features, 'shader-f16']);
  const settings = settingsOf({ layers: 3, batch: 16, recompute, precision }, false);
  return planTraining(specOf(settings), { ...device, features }).arenaBytes;
}

test.for(['f32', 'mixed'] as const)(
  'a transformer in %s that keeps what goes between blocks takes half',
  (precision) => {
    expect(arenaBytes(true, precision)).toBeLessThan(0.5 * arenaBytes(false, precision));
  },
);

test('and has the same gradients', async () => {
  const [usual, less] = [false, true].map((recompute) => {
    const engine = cpuEngine(specOf({ ...tiny, recompute }), firstVectors(tiny), 'stored');
    const draw = { seed: 1, step: 0, batch: tiny.batch, context: tiny.model.context };
    engine.gradients(batchesOf(verse.training, draw), 1);
    engine.update({ rate: 0.01, factor: 1, correction1: 1, correction2: 1 });
    return engine.read();
  });
  const [one, other] = [await usual, await less];
  expect(one?.moments).toEqual(other?.moments);
});
