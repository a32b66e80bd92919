// Who owns what: nothing is alive when its owners are gone, also where an error was thrown, and nobody uses what is gone.
import { GpuFault, liveBuffers } from '@kernel-ladder/gpu';
import type { Gpu } from '@kernel-ladder/gpu';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { describe, expect, test } from 'vitest';
import {
  add,
  broadcastTo,
  cpuDevice,
  createAllocator,
  exp,
  Ledger,
  matmul,
  mul,
  sizeClassOf,
  softmax,
  transpose,
  webgpuDevice,
} from './index.ts';
import { ownBuffer, ownQuerySet } from './resources/handles.ts';
import { devices, useDevice } from './testing.ts';

const gpu = useTestGpu();
const matrix = [
  [1, 2],
  [3, 4],
];
const storage = 0x80;

describe.for(devices(gpu))('$name', ({ open }) => {
  // Threads take their time to start: what is not about opening and closing shares one.
  const shared = useDevice(open);

  test('no buffer is alive after every suite', async () => {
    const before = liveBuffers(gpu()).count;
    await using device = open();
    device.scope(() => {
      const x = device.tensor(matrix);
      device.fused(() => exp(add(softmax(matmul(x, transpose(x))), 1)));
    });
    await device.idle();
    expect(device.live()).toEqual([]);
    await device[Symbol.asyncDispose]();
    expect(liveBuffers(gpu()).count).toBe(before);
  });

  test('no buffer is alive after a thrown error', async () => {
    const work = () =>
      shared().scope(() => {
        const x = shared().tensor(matrix);
        exp(x);
        return add(x, shared().zeros([3, 5]));
      });
    expect(work).toThrow('f32[2,2] and f32[3,5] do not broadcast: 2 meets 3');
    await shared().idle();
    expect(shared().live()).toEqual([]);
  });

  test('a use after disposal throws, and says where it was freed', async () => {
    const weights = shared().tensor(matrix, { name: 'weights' });
    weights[Symbol.dispose]();
    expect(() => exp(weights)).toThrow(/tensor "weights" was freed at .*handles\.test\.ts/);
    await expect(weights.read()).rejects.toThrow('tensor "weights" was freed');
    weights[Symbol.dispose]();
  });

  test('a view keeps what it views, and a call what it reads', async () => {
    const x = shared().tensor(matrix);
    using view = transpose(x);
    using sum = add(x, x);
    x[Symbol.dispose]();
    expect([...(await view.read()), ...(await sum.read())]).toEqual([1, 3, 2, 4, 2, 4, 6, 8]);
  });

  test('what is forgotten is named when its device is closed', async () => {
    const device = open();
    device.tensor(matrix, { name: 'forgotten' });
    await expect(device[Symbol.asyncDispose]()).rejects.toThrow('closed with tensors alive: "forgotten"');
  });

  test('a device that is closed takes nothing any more', async () => {
    const before = liveBuffers(gpu()).count;
    const device = open();
    const kept = device.ones([2]);
    await expect(device[Symbol.asyncDispose]()).rejects.toThrow('closed with tensors alive: "ones"');
    expect(() => device.tensor(matrix, { name: 'late' })).toThrow(/"late": the device \w+ was closed/);
    expect(() => exp(kept)).toThrow('was closed');
    await expect(kept.read()).rejects.toThrow('"ones": the device');
    await device[Symbol.asyncDispose]();
    expect(liveBuffers(gpu()).count).toBe(before);
  });

  test('a scope keeps what it returns, for the scope around it', async () => {
    shared().scope(() => {
      const [kept] = shared().scope(() => {
        const x = shared().tensor(matrix);
        return [mul(x, 2), x];
      });
      expect(kept?.isFreed).toBe(false);
    });
    await shared().idle();
    expect(shared().live()).toEqual([]);
  });
});

test('a scope that would end before its block does is refused', async () => {
  await using device = cpuDevice();
  const work = async () => device.tensor(matrix);
  expect(() => device.scope(work)).toThrow('a scope ends when its block returns');
  await device.idle();
  expect(device.live()).toEqual([]);
});

test('buffers, query sets and tensors are in one ledger until their block ends', async () => {
  const ledger = new Ledger();
  const before = liveBuffers(gpu()).count;
  {
    using buffer = await ownBuffer(gpu(), ledger, { label: 'own', bytes: 512, usage: storage });
    using queries = ownQuerySet(gpu(), ledger, 'stamps', 4);
    expect([buffer.value.size, queries.value.count]).toEqual([512, 4]);
    expect(ledger.live()).toEqual([
      { kind: 'buffer', name: 'own', bytes: 512 },
      { kind: 'query set', name: 'stamps', bytes: 32 },
    ]);
    expect(ledger.bytes()).toBe(544);
  }
  expect(ledger.live()).toEqual([]);
  expect(liveBuffers(gpu()).count).toBe(before);
});

test('a size class wastes a fifth at most, and is the class of itself', () => {
  for (let bytes = 1; bytes < 2 ** 20; bytes += 997) {
    const size = sizeClassOf(bytes);
    expect(size).toBeGreaterThanOrEqual(bytes);
    expect(size % 256).toBe(0);
    expect(sizeClassOf(size)).toBe(size);
    expect(1 - bytes / size).toBeLessThanOrEqual(bytes < 1280 ? 1 : 0.2);
  }
  const classes = new Set(Array.from({ length: 2 ** 12 }, (_, index) => sizeClassOf(2 ** 20 + 256 * index)));
  expect(classes.size).toBe(5);
});

test('what is given back is given out again, and the report says what that saves', async () => {
  const ledger = new Ledger();
  const allocator = createAllocator(gpu(), ledger);
  const before = liveBuffers(gpu()).count;
  for (let step = 0; step < 10; step++) {
    using large = await allocator.allocate('large', 10_000 - step);
    using small = await allocator.allocate('small', 300);
    expect(large.value).not.toBe(small.value);
  }
  using held = await allocator.allocate('held', 10_000);
  expect(allocator.report()).toMatchObject({
    given: 21,
    reused: 19,
    askedBytes: 10_000,
    heldBytes: 10_240,
    cachedBytes: 512,
    peakBytes: 10_752,
    internalFragmentation: 1 - 10_000 / 10_240,
    externalFragmentation: 512 / 10_752,
  });
  expect(liveBuffers(gpu()).count - before).toBe(2);
  held[Symbol.dispose]();
  expect(allocator.trim()).toBe(10_752);
  expect(liveBuffers(gpu()).count).toBe(before);
});

test('memory that is cached is given up before memory is refused', async () => {
  const small: Gpu = { ...gpu(), memoryCapBytes: liveBuffers(gpu()).bytes + 4096 };
  const ledger = new Ledger();
  const allocator = createAllocator(small, ledger);
  (await allocator.allocate('first', 3072))[Symbol.dispose]();
  using second = await allocator.allocate('second', 3584);
  await expect(allocator.allocate('third', 1024)).rejects.toThrow(GpuFault);
  expect(ledger.live()).toEqual([{ kind: 'buffer', name: 'second', bytes: 3584 }]);
  second[Symbol.dispose]();
  expect(allocator.trim()).toBe(3584);
});

test('a run that memory is too small for says how much it needs, before it takes any', async () => {
  const small: Gpu = { ...gpu(), memoryCapBytes: liveBuffers(gpu()).bytes + 8192 };
  const { device, report } = webgpuDevice(small);
  using x = device.tensor(new Float32Array(1024));
  using y = device.scope(() => add(broadcastTo(x, [4, 1024]), 1));
  await expect(y.read()).rejects.toThrow(
    /the run needs 16384 bytes, 0 of them between its kernels, beside \d+ that are held/,
  );
  expect(report().heldBytes).toBe(4096);
  x[Symbol.dispose]();
  y[Symbol.dispose]();
  await device[Symbol.asyncDispose]();
});
