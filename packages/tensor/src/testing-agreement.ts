// Every operation of one device against the reference's.
import { describe, expect, test } from 'vitest';
import { calls, imageCalls, operandsOf } from './calls.ts';
import { cpuDevice } from './index.ts';
import type { Device, HostArray, Tensor } from './index.ts';
import { errorOf, tolerance, useDevice } from './testing.ts';
import type { Opening } from './testing.ts';

// WGSL promises no more of these two.
const trigonometric = 2 ** -11;

function boundOf(name: string, values: HostArray): number {
  if (name === 'sin' || name === 'cos') return trigonometric;
  return values instanceof Float32Array ? tolerance.f32 : 0;
}

// Some at a time: a kernel for each call takes long to compile, and one for all binds too many buffers.
const together = 8;

async function resultsOf(device: Device, rows: number, columns: number): Promise<Map<string, HostArray>> {
  const results = new Map<string, HostArray>();
  const operands = operandsOf(device, rows, columns);
  const names = Object.entries(rows === 1 ? { ...calls, ...imageCalls } : calls);
  for (let at = 0; at < names.length; at += together) {
    const some = names.slice(at, at + together);
    const tensors = device.fused(() => some.map(([, call]) => call(operands)));
    for (const [index, [name]] of some.entries()) results.set(name, await read(tensors[index]));
    tensors.forEach((tensor) => tensor[Symbol.dispose]());
  }
  Object.values(operands).forEach((tensor: Tensor) => tensor[Symbol.dispose]());
  return results;
}

function read(tensor: Tensor | undefined): Promise<HostArray> {
  return tensor?.read() ?? Promise.reject(new Error('no tensor'));
}

/** Declares for each size that every operation agrees on the first device and on each of the others. */
export function testAgreement(
  [cpu, ...others]: readonly Opening[],
  sizes: readonly (readonly [rows: number, columns: number])[],
): void {
  const reference = useDevice(() => cpu?.open() ?? cpuDevice());
  describe.for(others)('$name', ({ open }) => {
    const device = useDevice(open);

    test.for(sizes)('every operation agrees on both backends: %i by %i', async ([rows, columns]) => {
      const due = await resultsOf(reference(), rows, columns);
      const found = await resultsOf(device(), rows, columns);
      const errors = [...due].map(([name, values]) => {
        const error = errorOf(found.get(name) ?? [], values);
        return { name, error, isClose: error <= boundOf(name, values) };
      });
      expect(errors.filter(({ isClose }) => !isClose)).toEqual([]);
    });
  });
}
