import { createLaunch, planFor } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { useSoftwareGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { attentionCase } from './cases.ts';
import { family } from './family.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useSoftwareGpu();

// Bytes that a launch holds beside its inputs, by the ledger.
async function launchBytes(name: string, tokens: number): Promise<number | null> {
  const params = attentionCase({ h: 2, q: tokens, k: tokens, d: 32 });
  const variant = family.variants.find((candidate) => candidate.name === name);
  const plan = variant && planFor(variant, params, gpu().facts);
  if (!plan || 'skip' in plan) return null;
  const usage = GPUBufferUsage.STORAGE;
  const buffers = new Map(
    ['queries', 'keys', 'values', 'lengths'].map((input) => [
      input,
      gpu().device.createBuffer({ size: 4 * 2 * tokens * 32, usage }),
    ]),
  );
  const launch = await createLaunch(gpu(), { family, params, plan, data: { buffers }, load });
  const bytes = [...gpu().ledger.keys()].reduce((sum, buffer) => sum + buffer.size, 0);
  launch.free();
  buffers.forEach((buffer) => buffer.destroy());
  return bytes;
}

test.for(['fused', 'tiled', 'flash'])('%s needs memory in proportion to the tokens', async (name) => {
  const [small, large] = [await launchBytes(name, 128), await launchBytes(name, 512)];
  expect(small).not.toBeNull();
  expect(large! / small!).toBeLessThan(4.1);
});

test('naive needs memory in proportion to their square', async () => {
  const [small, large] = [await launchBytes('naive', 128), await launchBytes('naive', 512)];
  expect(large! / small!).toBeGreaterThan(10);
});
