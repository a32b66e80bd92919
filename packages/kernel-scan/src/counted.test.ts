// What the two classic scans do, counted: every addition, and every step in which all of its additions could run at once.
// The closed forms are those of docs/reports/scan-work-span.md.
import { createRandom } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { blelloch, hillisSteele } from './plans/levels.ts';

const powers = [2, 16, 256, 1024, 4096, 16_384, 65_536];
const others = [3, 5, 100, 1000, 10_007];

test.for([...powers, ...others])('both emulations scan %i elements', (n) => {
  const values = integers(n);
  const inclusive: number[] = [];
  for (const [index, value] of values.entries()) inclusive.push((inclusive[index - 1] ?? 0) + value);
  expect(emulateHillisSteele(values).result).toEqual(inclusive);
  expect(emulateBlelloch(values).result).toEqual([0, ...inclusive.slice(0, -1)]);
});

test.for(powers)('n log2 n against 2n and log2 n against 2 log2 n are the counts at n = %i', (n) => {
  const log2 = Math.log2(n);
  const [hillis, linear] = [emulateHillisSteele(integers(n)), emulateBlelloch(integers(n))];
  // Each step passes on all n elements; those that nothing stands before, n − 1 over all steps, are copied.
  expect(hillis).toMatchObject({ steps: log2, updates: n * log2, additions: n * log2 - (n - 1) });
  // A tree of n leaves has n − 1 nodes; each adds once on the way up, and once on the way down, where it also copies.
  expect(linear).toMatchObject({ steps: 2 * log2, updates: 3 * (n - 1), additions: 2 * n - 2 });
});

test.for(others)('a length between powers of two takes the steps of the next one, n = %i', (n) => {
  const steps = Math.ceil(Math.log2(n));
  const [hillis, linear] = [emulateHillisSteele(integers(n)), emulateBlelloch(integers(n))];
  expect(hillis).toMatchObject({ steps, updates: n * steps, additions: n * steps - (2 ** steps - 1) });
  expect(linear).toMatchObject({ steps: 2 * steps, additions: 2 * 2 ** steps - 2 });
});

test('the counts grow apart with n', () => {
  const table = [16, 256, 4096, 16_384].map((n) => {
    const [hillis, linear] = [emulateHillisSteele(integers(n)), emulateBlelloch(integers(n))];
    return `${n}: ${hillis.additions} in ${hillis.steps} steps, ${linear.additions} in ${linear.steps}`;
  });
  expect(table).toMatchInlineSnapshot(`
    [
      "16: 49 in 4 steps, 30 in 8",
      "256: 1793 in 8 steps, 510 in 16",
      "4096: 45057 in 12 steps, 8190 in 24",
      "16384: 212993 in 14 steps, 32766 in 28",
    ]
  `);
});

test.for([64, 256])('the kernels take as many steps in a tile of %i threads', (workgroup) => {
  const shape = { workgroup, subgroupMin: 4 };
  const [pairs, singles] = [
    integers(blelloch.perThread * workgroup),
    integers(hillisSteele.perThread * workgroup),
  ];
  expect(hillisSteele.constants(shape)).toEqual({ LEVELS: emulateHillisSteele(singles).steps });
  expect(blelloch.constants(shape)).toEqual({ LEVELS: emulateBlelloch(pairs).steps / 2 });
});

interface Counted {
  readonly result: readonly number[];
  readonly additions: number;
  /** Elements written, those that are only copied among them. */
  readonly updates: number;
  /** Rounds that have to wait for the one before. */
  readonly steps: number;
}

// Hillis and Steele, "Data parallel algorithms", 1986: in step k every element adds the one 2^k places before it.
function emulateHillisSteele(values: readonly number[]): Counted {
  let [result, additions, updates, steps] = [values, 0, 0, 0];
  for (let stride = 1; stride < values.length; stride *= 2) {
    const next: number[] = [];
    for (const [index, own] of result.entries()) {
      const before = result[index - stride];
      next.push(before === undefined ? own : before + own);
      additions += before === undefined ? 0 : 1;
      updates++;
    }
    result = next;
    steps++;
  }
  return { result, additions, updates, steps };
}

// Blelloch, "Prefix sums and their applications", 1990: sums up a tree, then what stands before each node down it.
function emulateBlelloch(values: readonly number[]): Counted {
  const size = 2 ** Math.ceil(Math.log2(values.length));
  const tree = Array.from({ length: size }, (_, index) => values[index] ?? 0);
  let [additions, updates, steps] = [0, 0, 0];
  for (let stride = 1; stride < size; stride *= 2, steps++) {
    for (let right = 2 * stride - 1; right < size; right += 2 * stride) {
      tree[right] = (tree[right - stride] ?? 0) + (tree[right] ?? 0);
      additions++;
      updates++;
    }
  }
  tree[size - 1] = 0;
  for (let stride = size / 2; stride >= 1; stride /= 2, steps++) {
    for (let right = 2 * stride - 1; right < size; right += 2 * stride) {
      const [left, before] = [tree[right - stride] ?? 0, tree[right] ?? 0];
      tree[right - stride] = before;
      tree[right] = before + left;
      additions++;
      updates += 2;
    }
  }
  return { result: tree.slice(0, values.length), additions, updates, steps };
}

function integers(n: number): readonly number[] {
  const random = createRandom(n);
  return Array.from({ length: n }, () => random.integer(-9, 9));
}
