import { fileLoader } from '@kernel-ladder/harness/node';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { expect, test } from 'vitest';
import { reduce } from './index.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useTestGpu();

const cases = [
  {
    dtype: 'f32',
    op: 'sum',
    values: Float32Array.from({ length: 1001 }, (_, index) => index),
    expected: 500_500,
  },
  { dtype: 'i32', op: 'min', values: Int32Array.of(4, -7, 9), expected: -7 },
  { dtype: 'u32', op: 'max', values: Uint32Array.of(1, 4_000_000_000, 3), expected: 4_000_000_000 },
  { dtype: 'f32', op: 'sum', values: new Float32Array(0), expected: 0 },
] as const;

test.for(cases)(
  'reduces $values.length elements of $dtype by $op',
  async ({ dtype, op, values, expected }) => {
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
    const bytes = Math.max(16, Math.ceil(values.byteLength / 16) * 16);
    const buffer = gpu().device.createBuffer({ size: bytes, usage });
    gpu().device.queue.writeBuffer(buffer, 0, values);
    expect(await reduce(gpu(), { values: buffer, n: values.length, dtype, op, load })).toBe(expected);
    buffer.destroy();
  },
);
