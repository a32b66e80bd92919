// The device's clock, seen from outside: WebGPU tells no frequency, but a canary's time does.
import {
  chainedDurations,
  createBuffer,
  createPipeline,
  destroyBuffer,
  timePasses,
} from '@kernel-ladder/gpu';
import type { EncodePass, Gpu } from '@kernel-ladder/gpu';
import { median } from '@kernel-ladder/stats';
import { canaryGroups, canaryKernel } from '../machine/roofs.ts';

/** Brings the clock up before a measurement and looks at it afterwards. */
export interface Clock {
  /** Keeps the device busy until the canary runs as fast as it has been seen to; false where it does not within three seconds. */
  readonly spinUp: () => Promise<boolean>;
  /** The canary's own best time over its time now: 1 at full clock, less when throttled. */
  readonly index: () => Promise<number>;
  readonly free: () => void;
}

// An idle H200 stands at 345 MHz and needs a quarter of a second of work to reach 1980.
const longestSpinMs = 3000;
const nearFull = 0.97;

// Canaries of a look, each about a millisecond; the one before them is not counted.
const looked = 4;

/**
 * A clock over the canary, whose time at full clock is `referenceNs`; null for a software adapter, which has no
 * clock of its own.
 */
export async function createClock(gpu: Gpu, referenceNs: number | null): Promise<Clock | null> {
  if (gpu.facts.software || referenceNs === null) return null;
  const { pipeline } = await createPipeline(gpu, 'canary', canaryKernel(gpu));
  const usage = GPUBufferUsage.STORAGE;
  const buffers = [
    await createBuffer(gpu, { label: 'canary', bytes: 256, usage }),
    await createBuffer(gpu, { label: 'canary', bytes: 65_536, usage }),
  ];
  const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
  const group = gpu.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  const encode: EncodePass = (pass) => {
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(canaryGroups(gpu));
  };
  const look = async () => {
    const stamps = await timePasses(
      gpu,
      Array.from({ length: looked + 1 }, () => encode),
    );
    const durations = chainedDurations(stamps)
      .slice(1)
      .filter((value) => value !== null);
    return durations.length > 0 ? referenceNs / median(durations) : 0;
  };
  return {
    index: look,
    spinUp: async () => {
      const start = performance.now();
      while (performance.now() - start < longestSpinMs) if ((await look()) >= nearFull) return true;
      return false;
    },
    free: () => buffers.forEach((buffer) => destroyBuffer(gpu, buffer)),
  };
}
