// Who owns what: nothing is alive when its owners are gone, also where an error was thrown, and nobody uses what is gone.
import { createBuffer, destroyBuffer, liveBuffers } from '@kernel-ladder/gpu';
import { useSoftwareGpu } from '@kernel-ladder/harness/testing';
import { describe, expect, test } from 'vitest';
import {
  add,
  cpuDevice,
  createAllocator,
  exp,
  Freed,
  Ledger,
  matmul,
  sizeClassOf,
  softmax,
  sub,
  transpose,
} from './index.ts';
import { ownBuffer, ownQuerySet } from './resources/handles.ts';
import { devices } from './testing.ts';

const gpu = useSoftwareGpu();
const { STORAGE } = { STORAGE: 128 };

describe.for(devices(gpu))('$name', ({ open }) => {
  test('no buffer is alive after every suite', async () => {
    const device = await open();
    device.scope(() => {
      const x = device.tensor([
        [1, 2],
        [3, 4],
      ]);
      const y = softmax(matmul(x, transpose(x)));
      device.fused(() => exp(sub(y, 1)));
    });
    await device.idle();
    expect(device.live()).toEqual([]);
    await device[Symbol.asyncDispose]();
  });
});
