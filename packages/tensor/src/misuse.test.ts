// What is no tensor, or none of this device, is refused where it is handed in, and leaves nothing behind.
import { expect, test } from 'vitest';
import { cpuDevice, gradients, mul, sum } from './index.ts';

test('lengths that are none leave no buffer behind', async () => {
  await using device = cpuDevice();
  for (const shape of [
    [-2, -2],
    [0.5, 8],
  ])
    expect(() => device.tensor([1, 2, 3, 4], { shape })).toThrow('lengths are whole numbers from 0');
  await device.idle();
  expect(device.live()).toEqual([]);
});

test('an array of a type that there is none of is not taken for bools', async () => {
  await using device = cpuDevice();
  const numbers = new Float64Array([1.5, 0]) as unknown as Float32Array; // As a caller without types has it.
  expect(() => device.tensor(numbers)).toThrow('Float64Array');
  using cast = device.tensor(numbers, { dtype: 'f32' });
  expect([...(await cast.read())]).toEqual([1.5, 0]);
});

test('a byte that is not 0 is true', async () => {
  await using device = cpuDevice();
  using bools = device.tensor(new Uint8Array([0, 2, 255]));
  expect([...(await bools.read())]).toEqual([0, 1, 1]);
});

test('there is no slope along a tensor of another device', async () => {
  await using device = cpuDevice();
  await using other = cpuDevice();
  using x = device.tensor([3]);
  using y = other.tensor([2]);
  expect(() => device.fused(() => gradients(sum(mul(x, x)), [x, y]))).toThrow('bring one to the other');
});
