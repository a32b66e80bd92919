// What the probes count: nothing falls back while tiles are published in order, everything does where none is.
import { edit } from '@kernel-ladder/harness';
import type { Plan } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { scanCase } from './cases.ts';
import { probeLooks } from './probe.ts';
import type { ProbeRequest } from './probe.ts';
import { inReverse } from './wrong/tiles.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useTestGpu();

async function probe(rung: ProbeRequest['rung'], n: number, change?: (plan: Plan) => Plan) {
  const values = gpu().device.createBuffer({ size: 4 * n, usage: GPUBufferUsage.STORAGE });
  try {
    const params = scanCase(n);
    return await probeLooks(gpu(), { rung, params, values, load, ...(change ? { change } : {}) });
  } finally {
    values.destroy();
  }
}

test('a tile of look-back looks once at least', async () => {
  const { looks, spins, fallbacks } = await probe('look-back', 8 * 1024);
  expect(looks).toBeGreaterThanOrEqual(8);
  expect(spins).toBeLessThan(looks);
  expect(fallbacks).toBeLessThan(8);
});

test('in reverse every tile but the last is summed up by each that waits for it', async () => {
  const { spins, fallbacks } = await probe('look-back', 8 * 1024, inReverse);
  expect(fallbacks).toBeGreaterThan(0);
  expect(spins).toBeGreaterThanOrEqual(fallbacks);
});

const unpublished = edit('windowed.wgsl', 'publish(own, scanned.total);', '');

test('where nobody publishes, each tile that another one needs is summed up by somebody', async () => {
  const silent = await probe('windowed', 16 * 256, unpublished);
  expect(silent.fallbacks).toBeGreaterThanOrEqual(15);
  expect(silent.spins).toBeGreaterThan(0);
});

test('a window is looked at once where its tiles are known', async () => {
  const { looks, spins } = await probe('windowed', 16 * 256);
  // Windows of up to 7 tiles: 0 + 1 + … + 7 in the first round, 7 each in the second.
  expect(looks - spins).toBeGreaterThan(0);
  expect(looks - spins).toBeLessThanOrEqual(28 + 56);
});
