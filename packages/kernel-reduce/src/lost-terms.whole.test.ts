// Terms that are lost, and a plan that claims a chain so long that its bound would hide them.
import { edit, inputsOf } from '@kernel-ladder/harness';
import type { Fault, NumberArray, Plan } from '@kernel-ladder/harness';
import { fileLoader } from '@kernel-ladder/harness/node';
import { catchFault, useTestGpu } from '@kernel-ladder/harness/testing';
import { describe, expect, test } from 'vitest';
import { axesCase } from './cases/axes.ts';
import type { ReduceCase } from './cases/kinds.ts';
import { exactCase, mostTerms } from './cases/problem.ts';
import { segmentsCase } from './cases/segments.ts';
import { reduceCase } from './cases/vector.ts';
import { family } from './family.ts';

const load = fileLoader(new URL('./kernels/', import.meta.url));
const gpu = useTestGpu();

const halves = {
  naive: { file: 'naive.wgsl', find: 'index < N', replace: 'index < N / 2u' },
  'axis-naive': { file: 'axes/naive.wgsl', find: 'r < REDUCED', replace: 'r < REDUCED / 2u' },
  'segment-naive': {
    file: 'segments/naive.wgsl',
    find: 'index < end',
    replace: 'index < (offsets[segment] + end) / 2u',
  },
};
const large: readonly (readonly [rung: keyof typeof halves, params: ReduceCase])[] = [
  ['naive', reduceCase(10_007)],
  ['axis-naive', axesCase([3, 4099], [1])],
  ['segment-naive', segmentsCase(10_007, 3, 'uniform')],
];

test.for(large)(
  '%s that reads half of the data and claims a chain of 1e15 is rejected',
  async ([of, params]) => {
    const { file, find, replace } = halves[of];
    const half = edit(file, find, replace);
    const change = (plan: Plan) => ({ ...half(plan), longestSum: 1e15 });
    const fault: Fault<ReduceCase> = { name: 'half', summary: '', of, change, answer: 'wrong-value' };
    for (const each of [params, exactCase(params)]) {
      const caught = await catchFault(gpu(), { family, fault, load }, [each]);
      expect(caught).toMatchObject({ rejection: 'wrong-value', control: 'passed' });
    }
  },
);

// Whole numbers add up the same in every order; half of them first is as far as an order that looks at no value gets from this one.
const orders: { readonly [name: string]: (index: number, n: number) => number } = {
  'first to last': (index) => index,
  'last to first': (index, n) => n - 1 - index,
  'every 4096th first': (index, n) => (index % 4096) * (n / 4096) + Math.floor(index / 4096),
};

describe('2^22 whole numbers', () => {
  const params = exactCase(reduceCase(2 ** 22));
  const inputs = inputsOf(family, params, 1);
  const values = inputs['values']!;
  const { verify } = family.oracle(params, inputs);
  const judge = (sum: number) => verify({ result: Float32Array.of(sum) }, { longestSum: mostTerms(params) });
  const total = sumOf(values, (index) => index).sum;

  test.for(Object.keys(orders))('are added exactly %s, far from where f32 stops', (name) => {
    const { sum, largest } = sumOf(values, orders[name]!);
    expect(judge(sum)).toMatchObject({ passed: true, worst: 0 });
    expect(largest).toBeLessThan(2 ** 24 / 64);
  });

  test('miss any one of them', () => {
    for (let index = 0; index < values.length; index += 4093) {
      expect(judge(total - values[index]!).passed).toBe(false);
    }
  });
});

// A vector, rows and segments, each with a part of every result left out, and what was added scaled up for it: a kernel may do so
// wherever it sees no whole numbers.
const parted: readonly (readonly [params: ReduceCase, results: number])[] = [
  [reduceCase(2 ** 22), 1],
  [axesCase([4, 2 ** 20], [1]), 4],
  [segmentsCase(2 ** 22, 4, 'uniform'), 4],
];

test.for(parted)('of %o a sixty-fourth of the terms is beyond any bound', ([params, results]) => {
  const inputs = inputsOf(family, params, 1);
  const values = inputs['values']!;
  const size = params.n / results;
  const { verify } = family.oracle(params, inputs);
  const passes = (share: number) => {
    const result = Float32Array.from({ length: results }, (_, at) => {
      const own = values.subarray(at * size, (at + 1) * size * (1 - share) + at * size * share);
      return sumOf(own, (index) => index).sum / (1 - share);
    });
    return verify({ result }, { longestSum: mostTerms(params) }).passed;
  };
  expect({ whole: passes(0), part: passes(1 / 64) }).toEqual({ whole: true, part: false });
});

// In f64 for the uniform ones; whole numbers are the same in either.
function sumOf(values: NumberArray, at: (index: number, n: number) => number) {
  let [sum, largest] = [0, 0];
  for (let index = 0; index < values.length; index++) {
    sum += values[at(index, values.length)] ?? 0;
    largest = Math.max(largest, Math.abs(sum));
  }
  return { sum, largest };
}

describe('extremes', () => {
  const cases = (['max', 'min', 'argmax', 'argmin'] as const).map((op) => reduceCase(2 ** 22, 'f32', op));

  test.for(cases)('$op of a long vector may stand anywhere', (params) => {
    const places = [1, 2, 3, 4, 5, 6].map((seed) => placeOf(params, seed));
    // Behind the first million, whose copies the rest is made of; the chance that none of six is there is 1 in 5000.
    expect(Math.max(...places)).toBeGreaterThan(2 ** 20);
    expect(new Set(places).size).toBe(places.length);
  });
});

function placeOf(params: ReduceCase, seed: number): number {
  const values = inputsOf(family, params, seed)['values']!;
  const sign = params.op === 'max' || params.op === 'argmax' ? 1 : -1;
  let place = 0;
  for (let index = 1; index < values.length; index++)
    if (sign * values[index]! > sign * values[place]!) place = index;
  return place;
}
