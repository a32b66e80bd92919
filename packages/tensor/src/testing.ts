// Every device that the tests run on, behind one name: what a test says of one, it says of all.
import type { Gpu } from '@kernel-ladder/gpu';
import { afterAll, beforeAll } from 'vitest';
import { cpuDevice, kernels, rungKernels, webgpuDevice } from './index.ts';
import type { BackendName, Device } from './index.ts';
import { familyFiles, threadsDevice } from './node.ts';

/** A device to be opened. */
export interface Opening {
  readonly name: BackendName;
  readonly open: () => Device;
}

/** One device of each back end; `gpu` is asked when the GPU's is opened. */
export function devices(gpu: () => Gpu): readonly Opening[] {
  return [
    { name: 'cpu', open: () => cpuDevice() },
    { name: 'threads', open: () => threadsDevice({ width: 2 }) },
    { name: 'webgpu', open: () => webgpuDevice(gpu(), kernels.with(...rungKernels(familyFiles))).device },
  ];
}

/** One device for the tests of a block, closed behind them: a tensor that is alive then is a failure. */
export function useDevice(open: () => Device): () => Device {
  let device: Device;
  beforeAll(() => {
    device = open();
  });
  afterAll(() => device[Symbol.asyncDispose]());
  return () => device;
}

/** How far results may be from the reference, in units of the rounding of their type at the largest of them. */
export const tolerance = { f32: 2 ** -24 * 256, f16: 2 ** -11 * 16, i32: 0, u32: 0, i8: 0, bool: 0 } as const;

/** The largest difference, as a share of the largest number of the reference (1 at least); Infinity where one is NaN and the other not. */
export function errorOf(found: ArrayLike<number>, due: ArrayLike<number>): number {
  if (found.length !== due.length) return Infinity;
  const pairs = Array.from(found, (value, index) => [value, due[index] ?? 0] as const);
  const largest = pairs.reduce(
    (most, [, value]) => Math.max(most, Number.isFinite(value) ? Math.abs(value) : 0),
    1,
  );
  return (
    pairs.reduce(
      (most, [value, wanted]) => Math.max(most, Object.is(value, wanted) ? 0 : gap(value, wanted)),
      0,
    ) / largest
  );
}

function gap(value: number, wanted: number): number {
  const difference = Math.abs(value - wanted);
  return Number.isNaN(difference) ? Infinity : difference;
}
