// What a back end must do, as one suite: it knows devices by what every device has, and nothing of where they compute. The results
// are written out, so that no back end is held against another.
import { useTestGpu } from '@kernel-ladder/harness/testing';
import { describe, expect, test } from 'vitest';
import { checks } from './checks.ts';
import type { Check } from './checks.ts';
import * as t from './index.ts';
import type { Device, Tensor } from './index.ts';
import { devices, errorOf, useDevice } from './testing.ts';

const gpu = useTestGpu();

describe.for(devices(gpu))('$name', ({ open }) => {
  const device = useDevice(open);

  test('one suite passes on both backends', async () => {
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

  test('a loss and its slopes are one graph', async () => {
    const d = device();
    using x = d.tensor([
      [1, 2],
      [3, -1],
    ]);
    using w = d.tensor([[0.5], [-1]], { name: 'w' });
    const results = d.fused(() => {
      const loss = t.mean(t.mul(t.matmul(x, w), t.matmul(x, w)));
      return [loss, ...t.gradients(loss, [w, x])];
    });
    // Products −1.5 and 2.5; the slope along each is the product itself, as the mean of two squares.
    const due = [[4.25], [-1.5 + 7.5, -3 - 2.5], [-0.75, 1.5, 1.25, -2.5]];
    for (const [index, result] of results.entries()) {
      expect(errorOf(await result.read(), due[index] ?? [])).toBeLessThan(1e-6);
      result[Symbol.dispose]();
    }
    using late = d.scope(() => t.sum(w));
    expect(() => t.gradients(late, [w])).toThrow('"sum" f32[] on ');
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
    await expect(huge.read()).rejects.toThrow(/array|length|bytes|memory/i);
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
