// Tensors as their users have them: operations, factories, views, transfers, and what is said of wrong uses.
import { dtypes } from '@kernel-ladder/fusion';
import type { Dtype } from '@kernel-ladder/fusion';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { describe, expect, test } from 'vitest';
import { hostArray } from './arrays.ts';
import { calls, imageCalls } from './calls.ts';
import { add, cpuDevice, matmul, mul, reshape, slice, transpose } from './index.ts';
import type { Device, HostArray } from './index.ts';
import { randomWords } from './random.ts';
import { devices, useDevice } from './testing.ts';
import { testAgreement } from './testing-agreement.ts';

const gpu = useTestGpu();
const all = devices(gpu);
const [cpu, ...others] = all;
const reference = useDevice(() => cpu?.open() ?? cpuDevice());

// A vector: matrices, whose kernels are others, are for the whole tests.
testAgreement(all, [[1, 33]]);

describe.for(others)('$name', ({ open }) => {
  const device = useDevice(open);

  test('a round trip is bitwise the same', async () => {
    for (const dtype of device().dtypes) {
      const elements = randomBits(dtype, 1001);
      using here = reference().tensor(elements, { shape: [7, 143], dtype });
      using there = await here.to(device());
      using back = await there.to(reference());
      expect({ dtype, shape: back.shape }).toEqual({ dtype, shape: [7, 143] });
      expect(bytesOf(await there.read())).toEqual(bytesOf(elements));
      expect(bytesOf(await back.read())).toEqual(bytesOf(elements));
    }
  });
});

// NaNs of all kinds, infinities, zeros of both signs and subnormal numbers among them.
function randomBits(dtype: Dtype, count: number): HostArray {
  const words = Uint32Array.from({ length: count }, (_, index) => randomWords(7, index)[0]);
  words.set([0x7f800001, 0xffc12345, 0x7f800000, 0x80000000, 1]);
  return dtype === 'bool'
    ? Uint8Array.from(words, (word) => word & 1)
    : hostArray(dtype, words.buffer).slice(0, count);
}

function bytesOf(array: HostArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

test('a view shares its storage, and its strides are those of the layout', async () => {
  const device = reference();
  device.scope(() => {
    const x = device.tensor(
      Float32Array.from({ length: 24 }, (_, index) => index),
      { shape: [2, 3, 4] },
    );
    const turned = transpose(x);
    const part = slice(turned, [0, 1, 0], [2, 4, 3], [1, 2, 1]);
    expect(x.places).toEqual({ offset: 0, strides: [12, 4, 1] });
    expect(turned.places).toEqual({ offset: 0, strides: [12, 1, 4] });
    expect([part.shape, part.places]).toEqual([[2, 2, 3], { offset: 1, strides: [12, 2, 4] }]);
    expect(slice(part, [0, 0, 1], [2, 2, 3]).places).toEqual({ offset: 5, strides: [12, 2, 4] });
    expect(reshape(x, [6, 4]).places).toEqual({ offset: 0, strides: [4, 1] });
    // Rows of a transposed matrix run across its seams.
    expect(reshape(turned, [6, 4]).places).toBeNull();
    expect(reshape(turned, [8, 3]).places).toBeNull();
    expect(add(x, 1).places).toEqual({ offset: 0, strides: [12, 4, 1] });
  });
  await device.idle();
  const [x, view] = device.scope(() => {
    const made = device.tensor([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    return [made, transpose(made)] as const;
  });
  expect(device.live().filter(({ kind }) => kind === 'buffer').length).toBeLessThanOrEqual(1);
  expect([...(await view.read())]).toEqual([1, 4, 2, 5, 3, 6]);
  x[Symbol.dispose]();
  view[Symbol.dispose]();
});

test('factories say what they make, and take no memory for what a place tells', async () => {
  const device = reference();
  using zeros = device.zeros([2, 2]);
  using ones = device.ones([3], { dtype: 'i8' });
  using half = device.full([2], 0.5, { dtype: 'f16' });
  using count = device.arange(4);
  using draws = device.randn([1000], { seed: 5, name: 'draws' });
  using again = device.randn([1000], { seed: 5 });
  await device.idle();
  expect(
    device
      .live()
      .filter(({ kind }) => kind === 'buffer')
      .map(({ name, bytes }) => [name, bytes]),
  ).toEqual([
    ['draws', 4000],
    ['randn', 4000],
  ]);
  expect([
    ...(await zeros.read()),
    ...(await ones.read()),
    ...(await half.read()),
    ...(await count.read()),
  ]).toEqual([0, 0, 0, 0, 1, 1, 1, 0.5, 0.5, 0, 1, 2, 3]);
  const numbers = Array.from(await draws.read());
  expect([...(await again.read())]).toEqual(numbers);
  const mean = numbers.reduce((sum, value) => sum + value, 0) / 1000;
  const variance = numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 1000;
  expect(Math.abs(mean)).toBeLessThan(0.1);
  expect(Math.abs(variance - 1)).toBeLessThan(0.15);
});

test('data says its shape and type', async () => {
  const device = reference();
  using flags = device.tensor([[true], [false]]);
  using scalar = device.tensor(2.5);
  using bytes = device.tensor([300, -1.7], { dtype: 'i8' });
  expect([flags.dtype, flags.shape, scalar.shape]).toEqual(['bool', [2, 1], []]);
  expect([await scalar.item(), ...(await bytes.read())]).toEqual([2.5, 44, -1]);
});

test.for([
  [(d: Device) => d.tensor([[1, 2], [3]]), 'data[1] has 1 elements, where the first list has 2'],
  [(d: Device) => d.tensor([[1], 2]), 'data[1] is one number, where the first list has 1'],
  [(d: Device) => d.tensor(new Float32Array(5), { shape: [2, 3] }), '5 elements for the shape [2,3] of 6'],
  [(d: Device) => d.randn([2], { seed: 1, dtype: 'i32' }), 'randn draws f32 or f16, not i32'],
  [(d: Device) => add(d.zeros([2, 3]), d.zeros([3, 2])), 'f32[2,3] and f32[3,2] do not broadcast'],
  [(d: Device) => matmul(d.zeros([2, 3]), d.zeros([2, 3])), 'f32[2,3] and f32[2,3]'],
  [(d: Device) => add(d.zeros([2], { dtype: 'i32' }), d.zeros([2], { dtype: 'u32' })), 'i32 and u32'],
  [(d: Device) => reshape(d.zeros([2, 3]), [4]), 'f32[2,3] and f32[4]'],
] as const)('says what is wrong: %#', async ([make, message]) => {
  const device = reference();
  expect(() => device.scope(() => make(device))).toThrow(message);
  await device.idle();
  expect(device.live()).toEqual([]);
});

test('tensors of two devices do not meet', async () => {
  await using other = cpuDevice();
  using here = reference().ones([2], { name: 'here' });
  using there = other.ones([2], { name: 'there' });
  expect(() => mul(here, there)).toThrow('mul: "here" f32[2] on cpu and "there" f32[2] on cpu: bring one');
});

test('every operation has a call, and every type a place', () => {
  expect(Object.keys({ ...calls, ...imageCalls }).length).toBeGreaterThan(55);
  expect(reference().dtypes).toEqual(dtypes);
});
