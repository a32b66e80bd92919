// A small network out of the tensor library alone: two layers, their slopes by reverse mode, and plain descent, on a GPU.
import { add, crossEntropy, gradients, matmul, mul, sub, tanh, webgpuDevice } from '@kernel-ladder/tensor';
import type { Device, Tensor } from '@kernel-ladder/tensor';
import { createRandom } from '@kernel-ladder/harness';
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const gpu = useTestGpu();
let device: Device;
beforeAll(() => {
  ({ device } = webgpuDevice(gpu()));
});
afterAll(() => device[Symbol.asyncDispose]());

const count = 96;
const hidden = 16;

// Two spirals, one wound into the other: no straight line comes near to telling them apart.
function spirals(seed: number) {
  const random = createRandom(seed);
  const points = Array.from({ length: count }, (_, index) => {
    const label = index % 2;
    const along = 0.3 + (0.7 * Math.floor(index / 2)) / (count / 2);
    const angle = 4 * along + Math.PI * label + random.uniform(-0.1, 0.1);
    return { label, at: [2 * along * Math.cos(angle), 2 * along * Math.sin(angle)] };
  });
  return { at: points.map(({ at }) => at), labels: points.map(({ label }) => label) };
}

type Weights = readonly [w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor];

function logitsOf(x: Tensor, [w1, b1, w2, b2]: Weights): Tensor {
  return add(matmul(tanh(add(matmul(x, w1), b1)), w2), b2);
}

function firstWeights(): Weights {
  return [
    device.randn([2, hidden], { seed: 1, name: 'w1' }),
    device.zeros([hidden], { name: 'b1' }),
    device.randn([hidden, 2], { seed: 2, name: 'w2' }),
    device.zeros([2], { name: 'b2' }),
  ];
}

// One graph: the loss, its slopes and the weights after the step.
function step(x: Tensor, labels: Tensor, weights: Weights, rate: number): Weights {
  return device.fused(() => {
    const loss = crossEntropy(logitsOf(x, weights), labels);
    const [w1, b1, w2, b2] = gradients(loss, weights).map((slope, index) =>
      sub(weights[index] ?? slope, mul(slope, rate)),
    );
    if (!w1 || !b1 || !w2 || !b2) throw new Error('four slopes');
    return [w1, b1, w2, b2];
  });
}

async function accuracyAfter(steps: number, rate: number): Promise<number> {
  const { at, labels } = spirals(3);
  using x = device.tensor(at);
  using classes = device.tensor(Int32Array.from(labels));
  let weights = firstWeights();
  try {
    for (let index = 0; index < steps; index++) {
      const next = step(x, classes, weights, rate);
      for (const weight of weights) weight[Symbol.dispose]();
      weights = next;
    }
    using logits = device.fused(() => logitsOf(x, weights));
    const found = await logits.read();
    const right = labels.filter(
      (label, row) => Number((found[2 * row + 1] ?? 0) > (found[2 * row] ?? 0)) === label,
    );
    return right.length / count;
  } finally {
    for (const weight of weights) weight[Symbol.dispose]();
  }
}

test('reaches 95 % within 500 steps', async () => {
  expect(await accuracyAfter(0, 0)).toBeLessThan(0.8);
  expect(await accuracyAfter(120, 2)).toBeGreaterThanOrEqual(0.95);
});
