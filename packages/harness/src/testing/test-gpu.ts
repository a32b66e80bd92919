// One device a test file, the software adapter unless the environment asks for a GPU, closed behind it; a buffer that is still alive then is a failure.
import { closeDevice } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import { openGpu } from '@kernel-ladder/gpu/node';
import { testAdapterVariable } from '@kernel-ladder/schema/test-adapter';
import { afterAll, beforeAll } from 'vitest';

/** Opens SwiftShader for the tests of a file, or the GPU that the environment asks for; the returned function has it once they run. */
export function useTestGpu(): () => Gpu {
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await openGpu({ kind: process.env[testAdapterVariable] === 'hardware' ? 'hardware' : 'software' });
  });
  afterAll(() => {
    const forgotten = closeDevice(gpu);
    if (forgotten > 0) throw new Error(`${forgotten} buffers were left alive`);
  });
  return () => gpu;
}
