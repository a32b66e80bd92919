// What a back end must do, as one suite: it knows devices by what every device has, and nothing of where they compute. The results
// are written out, so that no back end is held against another.
import { useSoftwareGpu } from '@kernel-ladder/harness/testing';
import { describe, expect, test } from 'vitest';
import * as t from './index.ts';
import type { Device, Tensor } from './index.ts';
import { devices, errorOf, useDevice } from './testing.ts';

const gpu = useSoftwareGpu();

type Expected = readonly [shape: readonly number[], elements: readonly number[]];
type Check = readonly [name: string, call: (device: Device) => Tensor, due: Expected];

const numbers = (d: Device) =>
  d.tensor([
    [1, -2, 3],
    [-4, 5, -6],
  ]);
const whole = (d: Device, values: readonly number[]) => d.tensor(values, { dtype: 'i32' });

const checks: readonly Check[] = [
  [
    'rows and columns broadcast',
    (d) => t.add(d.tensor([[1], [2]]), d.tensor([10, 20, 30])),
    [
      [2, 3],
      [11, 21, 31, 12, 22, 32],
    ],
  ],
  [
    'integers and floats meet as floats',
    (d) => t.mul(whole(d, [1, 2]), d.tensor([0.5, 0.25])),
    [[2], [0.5, 0.5]],
  ],
  ['whole numbers keep integers', (d) => t.add(whole(d, [2 ** 31 - 1, 1]), 1), [[2], [-(2 ** 31), 2]]],
  ['integers are divided towards 0', (d) => t.div(whole(d, [7, -7]), 2), [[2], [3, -3]]],
  ['unsigned numbers wrap', (d) => t.sub(d.tensor([0, 5], { dtype: 'u32' }), 1), [[2], [2 ** 32 - 1, 4]]],
  [
    'bytes are numbers of 32 bits',
    (d) => t.mul(d.tensor([100, -128], { dtype: 'i8' }), 3),
    [[2], [300, -384]],
  ],
  ['a cast to bytes keeps within them', (d) => t.cast(d.tensor([1000.5, -1.9]), 'i8'), [[2], [127, -1]]],
  [
    'comparisons are bools',
    (d) => t.select(t.less(numbers(d), 0), 0, numbers(d)),
    [
      [2, 3],
      [1, 0, 3, 0, 5, 0],
    ],
  ],
  [
    'a condition broadcasts',
    (d) => t.select(d.tensor([true, false]), d.tensor([[1], [2]]), 9),
    [
      [2, 2],
      [1, 9, 2, 9],
    ],
  ],
  [
    'a transpose of a slice',
    (d) => t.transpose(t.slice(numbers(d), [0, 1], [2, 3])),
    [
      [2, 2],
      [-2, 5, 3, -6],
    ],
  ],
  [
    'a reshape of a transpose',
    (d) => t.reshape(t.transpose(numbers(d)), [2, -1]),
    [
      [2, 3],
      [1, -4, -2, 5, 3, -6],
    ],
  ],
  [
    'every second one, backwards',
    (d) => t.reverse(t.slice(d.arange(7), [1], [7], [2]), [0]),
    [[3], [5, 3, 1]],
  ],
  ['sums of rows', (d) => t.sum(numbers(d), { axes: [-1] }), [[2], [2, -5]]],
  [
    'sums of columns stay',
    (d) => t.sum(numbers(d), { axes: [0], keep: true }),
    [
      [1, 3],
      [-3, 3, -3],
    ],
  ],
  ['the greatest of all', (d) => t.maximum(numbers(d)), [[], [5]]],
  ['the least of integers', (d) => t.minimum(whole(d, [3, -9, 4]), { axes: [0] }), [[], [-9]]],
  ['means', (d) => t.mean(numbers(d), { axes: [1] }), [[2], [2 / 3, -5 / 3]]],
  ['a fold of nothing', (d) => t.sum(d.zeros([2, 0]), { axes: [1] }), [[2], [0, 0]]],
  [
    'a product',
    (d) => t.matmul(numbers(d), t.transpose(numbers(d))),
    [
      [2, 2],
      [14, -32, -32, 77],
    ],
  ],
  [
    'a product of transposes',
    (d) => t.matmul(numbers(d), numbers(d), { transposeA: true }),
    [
      [3, 3],
      [17, -22, 27, -22, 29, -36, 27, -36, 45],
    ],
  ],
  [
    'products of a batch',
    (d) => t.matmul(t.reshape(d.arange(8, { dtype: 'f32' }), [2, 2, 2]), d.ones([2, 2, 1])),
    [
      [2, 2, 1],
      [1, 5, 9, 13],
    ],
  ],
  [
    'one matrix for a batch of rows',
    (d) => t.matmul(d.ones([2, 1, 2]), d.tensor([[1], [2]])),
    [
      [2, 1, 1],
      [3, 3],
    ],
  ],
  [
    'shares of a row',
    (d) =>
      t.softmax(
        d.tensor([
          [0, Math.log(3)],
          [1000, 1000],
        ]),
      ),
    [
      [2, 2],
      [0.25, 0.75, 0.5, 0.5],
    ],
  ],
  [
    'rows of mean 0',
    (d) => t.layerNorm(d.tensor([[1, 3]]), 2, 1, 0),
    [
      [1, 2],
      [-1, 3],
    ],
  ],
  [
    'rows of a table',
    (d) => t.gather(numbers(d), whole(d, [1, 0, 1])),
    [
      [3, 3],
      [-4, 5, -6, 1, -2, 3, -4, 5, -6],
    ],
  ],
  [
    'rows added to a table',
    (d) => t.scatterAdd(d.zeros([2, 1]), whole(d, [1, 1, 0]), d.tensor([[1], [2], [4]])),
    [
      [2, 1],
      [4, 3],
    ],
  ],
  [
    'one behind the other',
    (d) => t.concat([numbers(d), d.zeros([2, 1])], 1),
    [
      [2, 4],
      [1, -2, 3, 0, -4, 5, -6, 0],
    ],
  ],
  ['numbers around', (d) => t.pad(d.tensor([1, 2]), [1], [2], 7), [[5], [7, 1, 2, 7, 7]]],
  [
    'an image under a filter',
    (d) => t.conv2d(t.reshape(d.arange(9, { dtype: 'f32' }), [1, 1, 3, 3]), d.ones([1, 1, 2, 2])),
    [
      [1, 1, 2, 2],
      [8, 12, 20, 24],
    ],
  ],
  [
    'the greatest of windows',
    (d) => t.maxPool(t.reshape(d.arange(8, { dtype: 'f32' }), [1, 1, 2, 4]), [2, 2]),
    [
      [1, 1, 1, 2],
      [5, 7],
    ],
  ],
  [
    'keys that come later are hidden',
    (d) => t.attention(d.zeros([2, 1]), d.zeros([2, 1]), d.tensor([[2], [4]]), true),
    [
      [2, 1],
      [2, 3],
    ],
  ],
  ['the loss of even odds', (d) => t.crossEntropy(d.zeros([3, 4]), whole(d, [0, 1, 3])), [[], [Math.log(4)]]],
  ['a value is itself', (d) => t.broadcastTo(d.tensor([1.5]), [3]), [[3], [1.5, 1.5, 1.5]]],
];

describe.for(devices(gpu))('$name', ({ open }) => {
  const device = useDevice(open);

  test('one suite passes on both backends', { timeout: 120_000 }, async () => {
    const faults: string[] = [];
    for (const check of checks) faults.push(...(await faultsOf(device(), check)));
    expect(faults).toEqual([]);
  });

  test('one graph gives what its calls give one by one', async () => {
    const d = device();
    using x = d.randn([6, 40], { seed: 1 });
    using w = d.randn([40, 16], { seed: 2 });
    const layer = () => t.softmax(t.relu(t.add(t.matmul(x, w), 0.5)));
    using eager = d.scope(layer);
    using fused = d.fused(layer);
    using apart = d.fused(layer, { fuse: false });
    const due = await eager.read();
    expect(errorOf(await fused.read(), due)).toBeLessThan(1e-6);
    expect(errorOf(await apart.read(), due)).toBeLessThan(1e-6);
  });

  test('an array longer than a thread takes at once', async () => {
    const d = device();
    using x = d.randn([70, 130], { seed: 3 });
    using long = t.exp(x);
    using rows = t.sum(x, { axes: [1] });
    using product = d.scope(() => t.matmul(x, t.transpose(x)));
    const numbersOf = Array.from(await x.read());
    const row = (at: number) => numbersOf.slice(130 * at, 130 * at + 130);
    const sums = Array.from({ length: 70 }, (_, at) => row(at).reduce((sum, value) => sum + value, 0));
    const dots = Array.from({ length: 4900 }, (_, at) =>
      row(at % 70).reduce((sum, value, k) => sum + value * (row(Math.floor(at / 70))[k] ?? 0), 0),
    );
    expect(errorOf(await long.read(), numbersOf.map(Math.exp))).toBeLessThan(1e-5);
    expect(errorOf(await rows.read(), sums)).toBeLessThan(1e-5);
    expect(errorOf(await product.read(), dots)).toBeLessThan(1e-5);
  });

  test('a type that it has not is refused by name, before anything runs', async () => {
    const d = device();
    const make = () => t.exp(d.tensor([1], { dtype: 'f16', name: 'half' }));
    const error = d.dtypes.includes('f16') ? null : '"half" f16[1]: ';
    const found = caught(() => d.scope(make));
    expect(found?.slice(0, error?.length) ?? null).toBe(error);
  });

  test('an error of a run is that of who reads it, and of nobody else', async () => {
    const d = device();
    const huge = d.scope(() => t.add(d.zeros([2 ** 26, 2 ** 26]), 1));
    using fine = d.scope(() => t.add(d.ones([2]), 1));
    await expect(huge.read()).rejects.toThrow();
    huge[Symbol.dispose]();
    expect([...(await fine.read())]).toEqual([2, 2]);
    await d.idle();
    expect(d.live().filter(({ kind }) => kind === 'submission')).toEqual([]);
  });
});

async function faultsOf(device: Device, [name, call, [shape, elements]]: Check): Promise<readonly string[]> {
  try {
    using result = device.scope(() => call(device));
    const found = Array.from(await result.read());
    const isDue = errorOf(found, elements) < 1e-5 && `${result.shape}` === `${shape}`;
    return isDue ? [] : [`${name}: [${found}] of shape [${result.shape}]`];
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function caught(work: () => Tensor): string | null {
  try {
    work()[Symbol.dispose]();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
