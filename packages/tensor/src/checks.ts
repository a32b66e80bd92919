// What a back end must do, as calls with their results written out.
import * as t from './index.ts';
import type { Device, Tensor } from './index.ts';

/** A call on a device, and what comes of it: a shape, and elements in row-major order. */
export type Check = readonly [
  name: string,
  call: (device: Device) => Tensor,
  due: readonly [shape: readonly number[], elements: readonly number[]],
];

const numbers = (d: Device) =>
  d.tensor([
    [1, -2, 3],
    [-4, 5, -6],
  ]);
const whole = (d: Device, values: readonly number[]) => d.tensor(values, { dtype: 'i32' });

/** Every kind of call. */
export const checks: readonly Check[] = [
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
