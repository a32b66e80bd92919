import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  closeDevice,
  createBuffer,
  destroyBuffer,
  keptBytes,
  liveBuffers,
  readBuffer,
  upload,
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

const usage = GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;

// One write; one piece that is kept; three pieces of 64 MiB, of which two take turns and the last is short.
test.for([8, 2 ** 20 + 4, 128 * 2 ** 20 + 8])(
  'brings %d bytes to a buffer whole, and what comes next in their place',
  async (bytes) => {
    const buffer = await createBuffer(gpu, { label: 'target', bytes: bytes + 4, usage });
    const live = liveBuffers(gpu);
    const large = Buffer.alloc(bytes + 4, 'what may stand anywhere');
    // A view into memory that has something before it.
    await upload(gpu, buffer, large.subarray(4));
    expect(liveBuffers(gpu)).toEqual(live);
    await upload(gpu, buffer, large.subarray(0, 8));
    const brought = Buffer.from(await readBuffer(gpu, buffer, { offset: 0, bytes: bytes + 4 }));
    const first = Buffer.concat([large.subarray(0, 8), large.subarray(12)]);
    expect(brought.equals(Buffer.concat([first, Buffer.alloc(4)]))).toBe(true);
    destroyBuffer(gpu, buffer);
  },
);

test('a buffer that is too small, or gone, is an error, and no memory is left behind', async () => {
  const live = liveBuffers(gpu);
  const buffer = await createBuffer(gpu, { label: 'small', bytes: 2 ** 20, usage });
  const large = new Uint8Array(2 ** 21);
  await expect(upload(gpu, buffer, large)).rejects.toMatchObject({ code: 'crashed' });
  destroyBuffer(gpu, buffer);
  await expect(upload(gpu, buffer, large)).rejects.toMatchObject({ code: 'crashed' });
  expect(liveBuffers(gpu)).toEqual(live);
});

test('several uploads at once take turns with two pieces, which are kept for the next', async () => {
  const bytes = 2 ** 26 + 4;
  const arrays = [1, 2].map((value) => new Uint8Array(bytes).fill(value));
  const buffers = await Promise.all(
    arrays.map((_, at) => createBuffer(gpu, { label: `target ${at}`, bytes, usage })),
  );
  const all = () => Promise.all(buffers.map((buffer, at) => upload(gpu, buffer, arrays[at]!)));
  await all();
  const kept = keptBytes(gpu);
  const creates = vi.spyOn(gpu.device, 'createBuffer');
  await all();
  expect(creates).not.toHaveBeenCalled();
  creates.mockRestore();
  expect(keptBytes(gpu)).toBe(kept);
  expect(kept).toBeGreaterThanOrEqual(2 ** 27);
  // One that fails is in nobody's way.
  const [first, second] = buffers;
  destroyBuffer(gpu, first!);
  const ends = await Promise.allSettled(buffers.map((buffer, at) => upload(gpu, buffer, arrays[at]!)));
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  const end = new Uint8Array(await readBuffer(gpu, second!, { offset: bytes - 4, bytes: 4 }));
  expect([...end]).toEqual([2, 2, 2, 2]);
  destroyBuffer(gpu, second!);
});
