import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  closeDevice,
  createBuffer,
  destroyBuffer,
  liveBuffers,
  readBuffer,
  readInto,
  submitAndRead,
  writeBuffer,
} from './index.ts';
import type { Gpu } from './index.ts';
import { openGpu } from './node.ts';

let gpu: Gpu;
beforeAll(async () => {
  gpu = await openGpu({ kind: 'software' });
});
afterAll(() => {
  closeDevice(gpu);
});

// Three pieces of 64 MiB, of which two are under way at a time; the last is short.
test('reads a buffer of many pieces back whole, into memory that threads share', async () => {
  const bytes = 128 * 2 ** 20 + 8;
  const usage = GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const buffer = await createBuffer(gpu, { label: 'large', bytes, usage });
  const places = [0, 16_777_215, 16_777_216, 33_554_431, 33_554_432, 33_554_433];
  for (const place of places) writeBuffer(gpu, buffer, 4 * place, Uint32Array.of(place + 7));
  const memory = new SharedArrayBuffer(bytes);
  const live = liveBuffers(gpu);
  await readInto(gpu, buffer, memory);
  expect(liveBuffers(gpu)).toEqual(live);
  const words = new Uint32Array(memory);
  expect(places.map((place) => words[place])).toEqual(places.map((place) => place + 7));
  // What was brought in the same memory before does not show in what is brought next.
  writeBuffer(gpu, buffer, 0, Uint32Array.of(99, 98));
  const [first, second, third] = new Uint32Array(await readBuffer(gpu, buffer, { offset: 0, bytes: 12 }));
  expect([first, second, third]).toEqual([99, 98, 0]);
  destroyBuffer(gpu, buffer);
});

test.for([4, 2 ** 21])(
  '%d bytes that nothing was copied from are an error, not what was read before',
  async (bytes) => {
    const usage = GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const right = await createBuffer(gpu, { label: 'right', bytes, usage });
    writeBuffer(gpu, right, 0, Uint32Array.of(1));
    await readBuffer(gpu, right, { offset: 0, bytes });
    destroyBuffer(gpu, right);
    await expect(readBuffer(gpu, right, { offset: 0, bytes })).rejects.toMatchObject({ code: 'crashed' });
    await expect(
      submitAndRead(gpu, [], [{ buffer: right, memory: new ArrayBuffer(bytes) }]),
    ).rejects.toMatchObject({
      code: 'crashed',
    });
  },
);
