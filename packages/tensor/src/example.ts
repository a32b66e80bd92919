import { add, matmul, relu, softmax, transpose } from '@kernel-ladder/tensor';
import type { Device } from '@kernel-ladder/tensor';

/** Shares of two classes for three rows, on whatever device it is given. */
export async function classify(device: Device): Promise<readonly number[]> {
  using rows = device.tensor([
    [1, -2],
    [0.5, 4],
    [-3, 0],
  ]);
  using weights = device.randn([2, 2], { seed: 1, name: 'weights' });
  using bias = device.tensor([0.1, -0.1]);

  // Call by call: each runs at once, and what is made on the way is freed at the end of the block.
  using layer = device.scope(() => relu(add(matmul(rows, transpose(weights)), bias)));
  // As one graph: nothing runs before its end, and neighbours share kernels where there are any.
  using shares = device.fused(() => softmax(matmul(layer, weights)));

  return Array.from(await shares.read()); // Nothing else comes back from a device.
}
