import { createLaunch, planFor } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { attentionCase } from './cases.ts';
import { family } from './family.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useTestGpu();

function buffersOf(sizes: { readonly [input: string]: number }): ReadonlyMap<string, GPUBuffer> {
  const usage = GPUBufferUsage.STORAGE;
  return new Map(
    Object.entries(sizes).map(([input, size]) => [input, gpu().device.createBuffer({ size, usage })]),
  );
}

// Bytes that a launch holds beside its inputs, by the ledger.
async function launchBytes(name: string, tokens: number): Promise<number | null> {
  const params = attentionCase({ h: 2, q: tokens, k: tokens, d: 32 });
  const variant = family.variants.find((candidate) => candidate.name === name);
  const plan = variant && planFor(variant, params, gpu().facts);
  if (!plan || 'skip' in plan) return null;
  const operand = 4 * 2 * tokens * 32;
  const buffers = buffersOf({ queries: operand, keys: operand, values: operand, lengths: operand });
  const launch = await createLaunch(gpu(), { family, params, plan, data: { buffers }, load });
  const bytes = [...gpu().ledger.keys()].reduce((sum, buffer) => sum + buffer.size, 0);
  launch.free();
  buffers.forEach((buffer) => buffer.destroy());
  return bytes;
}

// Outputs and scratch have a guard band and whole vec4s; nothing else may be in a peak, and nothing may be missing.
const roundedBytes = 1024;

test.for([16, 128, 512])('the peak of naive at %i tokens is what its plan binds', async (tokens) => {
  const params = attentionCase({ h: 2, q: tokens, k: tokens, d: 32 });
  const plan = planFor(
    family.variants.find(({ name }) => name === 'naive')!,
    params,
    gpu().facts,
  );
  if ('skip' in plan) throw new Error(plan.skip.message);
  const operand = 4 * 2 * tokens * 32;
  const buffers = buffersOf({ queries: operand, keys: operand, values: operand, lengths: 4 });
  const launch = await createLaunch(gpu(), { family, params, plan, data: { buffers }, load });
  const scores = 4 * 2 * tokens * tokens;
  const bound = 4 * operand + 4 + scores;
  expect(launch.footprintBytes).toBeGreaterThanOrEqual(bound);
  expect(launch.footprintBytes).toBeLessThanOrEqual(bound + 6 * roundedBytes);
  launch.free();
  buffers.forEach((buffer) => buffer.destroy());
});

test.for(['fused', 'tiled', 'flash'])('%s needs memory in proportion to the tokens', async (name) => {
  const [small, large] = [await launchBytes(name, 128), await launchBytes(name, 512)];
  expect(small).not.toBeNull();
  expect(large! / small!).toBeLessThan(4.1);
});

test('naive needs memory in proportion to their square', async () => {
  const [small, large] = [await launchBytes('naive', 128), await launchBytes('naive', 512)];
  expect(large! / small!).toBeGreaterThan(10);
});
