// The reference by values that are known, and the bounds by answers that are right or just not.
import { expect, test } from 'vitest';
import { combine, mapCase } from './cases.ts';
import type { ElementwiseCase } from './cases.ts';
import { factor } from './operators.ts';
import { mapOracle } from './oracle.ts';
import { erf } from './oracle/erf.ts';

// Abramowitz and Stegun, table 7.1, and more digits of the same.
test.for([
  [0, 0],
  [0.5, 0.5204998778130465],
  [1, 0.8427007929497149],
  [-2, -0.9953222650189527],
  [3.5, 0.9999992569016276],
  [7, 1],
] as const)('erf(%d) is %d', ([x, value]) => {
  expect(erf(x)).toBeCloseTo(value, 14);
});

const { fround } = Math;
const x = Float32Array.from({ length: 4001 }, (_, index) => (index - 2000) / 128);

function passes(params: ElementwiseCase, a: Float32Array | Float16Array, result: typeof a): boolean {
  return mapOracle(params, { a }).verify({ result }, { longestSum: 1 }).passed;
}

// As libraries write them, each operation rounded to f32.
const forms = {
  gelu: (v: number) => fround(fround(0.5 * v) * fround(1 + fround(erf(fround(v * fround(Math.SQRT1_2)))))),
  silu: (v: number) => fround(v / fround(1 + fround(Math.exp(-v)))),
  'gelu-tanh': (v: number) =>
    fround(v / fround(1 + fround(Math.exp(fround(-1.5957691 * fround(v + fround(0.044715 * v ** 3))))))),
} as const;

test.for(Object.keys(forms) as (keyof typeof forms)[])(
  '%s in f32 is right, and off by a hundred units is not',
  (op) => {
    const params = mapCase(x.length, op);
    const right = x.map(forms[op]);
    expect(passes(params, x, right)).toBe(true);
    expect(
      passes(
        params,
        x,
        right.map((value) => value * (1 + 2 ** -17)),
      ),
    ).toBe(false);
  },
);

test('a rounded multiple has one value, that of the nearest number', () => {
  const params = mapCase(x.length, 'scale');
  const right = x.map((value) => factor * value);
  expect(passes(params, x, right)).toBe(true);
  const bits = new Uint32Array(right.slice().buffer).map((word, index) => word + Number(index === 7));
  expect(passes(params, x, new Float32Array(bits.buffer))).toBe(false);
});

test.for([
  { to: [1000.5], is: true },
  { to: [1001], is: true },
  { to: [1001.5], is: false },
])('1000.7 as f16 is one of its neighbours: $to, $is', ({ to, is }) => {
  expect(passes(mapCase(1, 'cast', 'f32-f16'), Float32Array.of(1000.7), Float16Array.from(to))).toBe(is);
});

test('what f16 has stays what it is', () => {
  const params = mapCase(1, 'cast', 'f32-f16');
  expect(passes(params, Float32Array.of(1000.5), Float16Array.of(1000.5))).toBe(true);
  expect(passes(params, Float32Array.of(1000.5), Float16Array.of(1001))).toBe(false);
});

test('subnormal numbers may become 0, the least that are normal may not', () => {
  const least = Float32Array.of(2 ** -126, 2 ** -127);
  const params = mapCase(2, 'relu');
  expect(passes(params, least, Float32Array.of(2 ** -126, 0))).toBe(true);
  expect(passes(params, least, Float32Array.of(0, 0))).toBe(false);
});

test.for([
  {
    dtype: 'i32',
    a: Int32Array.of(2 ** 31 - 1, -(2 ** 31)),
    b: Int32Array.of(2, -1),
    sum: [1 - 2 ** 31, 2 ** 31 - 1],
  },
  { dtype: 'u32', a: Uint32Array.of(2 ** 32 - 1, 7), b: Uint32Array.of(3, 2 ** 31), sum: [2, 2 ** 31 + 7] },
] as const)('a sum in $dtype wraps around, and is off by nothing', ({ dtype, a, b, sum }) => {
  const said = (result: typeof a) =>
    mapOracle(mapCase(2, 'add', dtype), { a, b }).verify({ result }, { longestSum: 1 }).passed;
  const right = a.map((_, at) => sum[at] ?? 0);
  expect([said(right), said(right.map((value) => value + 1))]).toEqual([true, false]);
});

test('types and fills go with operators', () => {
  const said = [mapCase(4, 'add', 'u32'), mapCase(4, 'relu', 'f16'), mapCase(4, 'add', 'i32', 'small')].map(
    combine,
  );
  expect(said.map((each) => (typeof each === 'string' ? each.split(':')[0] : 'taken'))).toEqual([
    'taken',
    'op=relu is in f32, not f16',
    'fill=small is of floats',
  ]);
});
