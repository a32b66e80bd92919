// What a launch says of its memory: that of the buffers which it binds.
import { createBuffer, destroyBuffer, liveBuffers } from '@kernel-ladder/gpu';
import { expect, test } from 'vitest';
import { doubleCase, family, launch as planOf } from '../../fixtures/double/family.ts';
import { doubleData, load } from '../../fixtures/gpu.ts';
import { useTestGpu } from '../testing/test-gpu.ts';
import { createLaunch } from './launch.ts';

const gpu = useTestGpu();

test('an input that a plan does not bind is none of its bytes, and is not copied with the others', async () => {
  const params = doubleCase(1000);
  const data = await doubleData(gpu(), params.n);
  const other = await createBuffer(gpu(), { label: 'other', bytes: 2 ** 16, usage: GPUBufferUsage.STORAGE });
  const make = (buffers: typeof data.buffers) =>
    createLaunch(gpu(), { family, params, plan: planOf('double.wgsl', params), data: { buffers }, load });
  const launch = await make(data.buffers);
  const beside = await make(new Map([...data.buffers, ['other', other]]));
  const bytesOf = ({ inputBytes, footprintBytes }: typeof launch) => ({ inputBytes, footprintBytes });
  expect(bytesOf(beside)).toEqual(bytesOf(launch));
  const before = liveBuffers(gpu()).bytes;
  await beside.addCopies(2);
  expect(liveBuffers(gpu()).bytes - before).toBe(beside.inputBytes);
  launch.free();
  beside.free();
  data.free();
  destroyBuffer(gpu(), other);
});
