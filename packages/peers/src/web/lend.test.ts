// What a library finds on the device that is lent to it, and what is seen of its work: with a few dispatches of our own in its place.
import { createBuffer, destroyBuffer, GpuFault, readBuffer } from '@kernel-ladder/harness';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { lend } from './lend.ts';
import type { Lent } from './lend.ts';

const gpu = useTestGpu();
let lent: Lent;
beforeAll(() => {
  lent = lend(gpu());
});
afterEach(() => lent.allow(Number.POSITIVE_INFINITY));

const device = () => gpu().device;

/** Submits passes of one empty dispatch each, in one submission. */
function submit(passes: number): void {
  const module = device().createShaderModule({ code: '@compute @workgroup_size(1) fn main() {}' });
  const pipeline = device().createComputePipeline({ layout: 'auto', compute: { module } });
  const encoder = device().createCommandEncoder();
  for (let done = 0; done < passes; done++) {
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.dispatchWorkgroups(1);
    pass.end();
  }
  device().queue.submit([encoder.finish()]);
}

const submitting = (passes: number) => async () => {
  submit(passes);
  await settled();
};

async function submittingNoShader(): Promise<void> {
  device().createShaderModule({ code: 'no shader' });
  throw new Error('later');
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const settled = async () => void (await device().queue.onSubmittedWorkDone());
const buffer = (size: number) => device().createBuffer({ size, usage: GPUBufferUsage.COPY_SRC });

test('whoever asks as in a page gets our device, with all that it offers', async () => {
  const adapter = await navigator.gpu.requestAdapter();
  expect(await adapter!.requestDevice()).toBe(device());
  expect(adapter!.limits.maxBufferSize).toBe(gpu().facts.limits['maxBufferSize']);
  expect(lend(gpu())).toBe(lent);
});

test('the time is that of the passes, without what the host does between them', async () => {
  const hostMs = 1000;
  const ns = await lent.time(async () => {
    submit(2);
    await sleep(hostMs);
    submit(1);
    await settled();
  });
  expect(ns).toBeGreaterThan(0);
  expect(ns).toBeLessThan(0.9e6 * hostMs);
});

test('work without a pass has no time', async () => {
  await expect(lent.time(settled)).rejects.toThrow('submitted no compute pass');
});

test('a call of more passes than there are places for stamps is refused', async () => {
  await expect(lent.time(submitting(1025))).rejects.toThrow('more than 1024 passes is not timed');
  expect(await lent.time(submitting(1))).toBeGreaterThanOrEqual(0);
});

test('what the device finds invalid is thrown, before what the work says of it', async () => {
  await expect(lent.checked(submittingNoShader)).rejects.toThrow(/no shader/);
  await expect(lent.checked(() => Promise.reject(new Error('alone')))).rejects.toThrow('alone');
});

test('libraries together hold no more than they may, and the harness holds what it wants', async () => {
  lent.allow(1000);
  const first = buffer(800);
  expect(() => buffer(400)).toThrow(GpuFault);
  first.destroy();
  const own = await createBuffer(gpu(), { label: 'own', bytes: 800, usage: GPUBufferUsage.COPY_SRC });
  await readBuffer(gpu(), own, { offset: 0, bytes: 800 });
  const second = buffer(400);
  destroyBuffer(gpu(), own);
  second.destroy();
});

test('from which buffers the work copies', async () => {
  const [from, to] = [buffer(16), device().createBuffer({ size: 16, usage: GPUBufferUsage.COPY_DST })];
  const sources = await lent.sourcesOf(async () => {
    const encoder = device().createCommandEncoder();
    encoder.copyBufferToBuffer(from, 0, to, 0, 16);
    device().queue.submit([encoder.finish()]);
    await settled();
  });
  expect(sources).toEqual([from]);
  from.destroy();
  to.destroy();
});
