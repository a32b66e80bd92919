import { expect, test } from 'vitest';
import { createRandom } from '@kernel-ladder/harness';
import { gridOf } from './index.ts';

const widest = 65_535;

test('a grid holds every workgroup within the limit of a dimension, and no row is idle', () => {
  const random = createRandom(1);
  const edges = [1, 127, 128, 129, 128 * widest - 1, 128 * widest, 128 * widest + 1, widest ** 2];
  const drawn = Array.from({ length: 2000 }, () => Math.ceil(2 ** random.uniform(0, 31.9)));
  for (const groups of [...edges, ...drawn]) {
    const [x, y, z] = gridOf(groups);
    expect(Math.max(x, y)).toBeLessThanOrEqual(widest);
    expect(x * y * z).toBeGreaterThanOrEqual(groups);
    expect(x * (y - 1)).toBeLessThan(groups);
  }
});

test('nothing to do is one workgroup, which finds nothing', () => {
  expect(gridOf(0)).toEqual([1, 1, 1]);
});

test('layers repeat the grid along z', () => {
  expect(gridOf(129, 7)).toEqual([128, 2, 7]);
});
