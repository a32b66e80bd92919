import { expect, test } from 'vitest';
import { createRandom, normal } from './index.ts';
import { permutationPValue } from './permutation.ts';
import { splitPValue } from './splits.ts';
import { windowPValue } from './windows.ts';

function noise(count: number, seed: number, rho = 0): Float64Array {
  const random = createRandom(seed);
  let value = 0;
  return Float64Array.from({ length: count }, () => (value = rho * value + normal(random)));
}

// Orders looked at until the answer is sure, with one in `every` that reaches what was observed.
function ordersDrawn(every: number): number {
  let drawn = 0;
  const shuffled = { values: noise(20, 1), rho: 0, seed: 1, alpha: 0.01 };
  permutationPValue(shuffled, () => ++drawn % every === 0);
  return drawn;
}

test('draws no more orders than make the answer sure', () => {
  expect(ordersDrawn(1)).toBe(10);
  expect(ordersDrawn(10)).toBe(100);
  expect(ordersDrawn(200)).toBe(999);
  expect(ordersDrawn(1000)).toBe(499);
});

// The statistics by their definitions, over the values of the same orders.
const differences = (sums: Float64Array) => Array.from(sums.slice(1), (sum, at) => sum - sums[at]!);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function farthestWindow(values: readonly number[], widths: readonly number[]): number {
  const all = mean(values);
  return Math.max(
    ...widths.flatMap((width) =>
      values
        .slice(width - 1)
        .map(
          (_, start) =>
            (mean(values.slice(start, start + width)) - all) ** 2 * (width / (1 - width / values.length)),
        ),
    ),
  );
}

function farthestSplit(values: readonly number[], shortest: number): number {
  const count = values.length;
  const lefts = Array.from({ length: count }, (_, left) => left).slice(shortest, count - shortest + 1);
  return Math.max(
    ...lefts.map(
      (left) =>
        ((mean(values.slice(0, left)) - mean(values.slice(left))) ** 2 * left * (count - left)) / count,
    ),
  );
}

test.for([
  { count: 60, rho: 0, lift: 1.6 },
  { count: 60, rho: 0.5, lift: 2 },
  { count: 24, rho: 0, lift: 1 },
  { count: 15, rho: 0, lift: 2 },
  { count: 10, rho: 0, lift: 2 },
])('$count points at rho $rho: p-values follow from the definition', ({ count, rho, lift }) => {
  const widths = [3, 4, 5, 7, 10, 15].filter((width) => width < count);
  for (let seed = 1; seed <= 6; seed++) {
    const values = noise(count, seed, rho).map((value, at) => value + (at >= 3 && at < 7 ? lift : 0));
    const shuffled = { values, rho, seed, alpha: 0.01 };
    const window = farthestWindow([...values], widths) * (1 - 1e-9);
    const split = farthestSplit([...values], 3) * (1 - 1e-9);
    expect(windowPValue(shuffled, 4)).toBe(
      permutationPValue(shuffled, (sums) => farthestWindow(differences(sums), widths) >= window),
    );
    expect(splitPValue(shuffled, 3)).toBe(
      permutationPValue(shuffled, (sums) => farthestSplit(differences(sums), 3) >= split),
    );
  }
});

test('a window that the noise cannot make has the least p', () => {
  const values = noise(500, 3).map(
    (value, at) => Math.max(-3, Math.min(3, value)) + (at >= 250 && at < 260 ? 3 : 0),
  );
  expect(windowPValue({ values, rho: 0, seed: 1, alpha: 0.01 }, 10)).toBe(1 / 500);
});

test('a split that a bound calls out of reach is one that no order reaches', () => {
  let [bounded, all] = [0, 0];
  for (let seed = 1; seed <= 40; seed++)
    for (const lift of [0.3, 0.8, 1.5, 3]) {
      const values = noise(90, seed).map((value, at) => value + (at >= 20 + seed ? lift : 0));
      const shuffled = { values, rho: 0, seed, alpha: 0.01 };
      const observed = farthestSplit([...values], 3) * (1 - 1e-9);
      let drawn = 0;
      const p = permutationPValue(shuffled, (sums) => ++drawn > 0 && largestOf(sums) >= observed);
      expect(splitPValue(shuffled, 3)).toBe(p);
      all++;
      if (p === 1 / 500 && drawn === 499) bounded++;
    }
  // Clear steps and such as noise makes.
  expect(bounded).toBeGreaterThan(all / 4);
  expect(bounded).toBeLessThan(all);
});

// As `farthestSplit`, from sums: tens of thousands of orders.
function largestOf(sums: Float64Array): number {
  const count = sums.length - 1;
  let largest = 0;
  for (let left = 3; left <= count - 3; left++) {
    const apart = sums[left]! / left - (sums[count]! - sums[left]!) / (count - left);
    largest = Math.max(largest, (apart ** 2 * left * (count - left)) / count);
  }
  return largest;
}
