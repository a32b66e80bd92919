import { allocate, createRandom, worse } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Part } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { edgeCases } from '../awkward.ts';
import { cases, gemmCase } from '../cases.ts';
import type { GemmCase } from '../cases.ts';
import { isPaired, pairsOf, storedAs } from '../dtypes.ts';
import { createInputs, isMirrored } from '../inputs.ts';
import { addedInput } from '../kernels/epilogue.ts';
import { expectedOf } from './bounds.ts';
import { createOracle } from './oracle.ts';
import { multiply, operandsOf, widen } from './reference.ts';

// The right C, rounded once to its type.
function exact(params: GemmCase, inputs: Arrays): NumberArray {
  const { value } = multiply(operandsOf(params, inputs));
  const name = addedInput(params.epilogue);
  const added = name === null ? null : widen(inputs[name]);
  if (isPaired(params.dtype)) return pairsOf(value);
  const c = allocate(storedAs(params.dtype).output, value.length);
  for (const [index, sum] of value.entries()) {
    const addend = added?.[name === 'bias' ? index % params.n : index] ?? 0;
    c[index] = expectedOf(params, { sum, magnitude: 0, added: addend });
  }
  return c;
}

function judge(params: GemmCase, inputs: Arrays, c: NumberArray): boolean {
  return createOracle(params, inputs).verify({ c }, { longestSum: params.k }).passed;
}

const awkward = [...edgeCases.flatMap((set) => [...set.cases]), ...cases.tiny].filter(
  ({ m, n, k, batch, fill }) => fill !== 'nan' && fill !== 'inf' && batch * m * n * k < 2 ** 21,
);

test('accepts the rounded product of every awkward case', () => {
  for (const params of awkward) {
    const inputs = createInputs(params, createRandom(1));
    expect({ params, passed: judge(params, inputs, exact(params, inputs)) }).toEqual({
      params,
      passed: true,
    });
  }
});

// Exact sums have no bound to spare: what the epilogue makes of them must be a number of the type, under every seed.
test('accepts the rounded product of whole numbers under any seed', () => {
  const whole = awkward.filter(
    ({ m, n, k, batch, fill }) => fill === 'integers' && batch * m * n * k < 2 ** 13,
  );
  for (const params of whole) {
    for (let seed = 2; seed < 12; seed++) {
      const inputs = createInputs(params, createRandom(seed));
      expect({ params, seed, passed: judge(params, inputs, exact(params, inputs)) }).toEqual({
        params,
        seed,
        passed: true,
      });
    }
  }
});

// Zeros are the answer where A is zero, and after ReLU they may be.
const telling = awkward.filter(
  ({ m, n, k, batch, fill, epilogue }) =>
    batch * m * n * k > 64 && fill !== 'zeros' && fill !== 'ones' && !epilogue.includes('relu'),
);

test('rejects zeros and another seed’s product, however small the case', () => {
  for (const params of telling) {
    const inputs = createInputs(params, createRandom(1));
    const { output, outputParts } = storedAs(params.dtype);
    const zeros = allocate(output, outputParts * params.batch * params.m * params.n);
    const other = exact(params, createInputs(params, createRandom(2)));
    for (const c of [zeros, other])
      expect({ params, passed: judge(params, inputs, c) }).toEqual({ params, passed: false });
  }
});

// Just over the size that is computed again as a whole.
const size = [515, 510, 513] as const;
const large = [
  gemmCase(size),
  gemmCase(size, { layout: 'tt', epilogue: 'bias' }),
  gemmCase(size, { epilogue: 'scale-residual', dtype: 'f16-f32' }),
  gemmCase(size, { epilogue: 'relu' }),
  gemmCase(size, { layout: 'nt', epilogue: 'bias-relu' }),
  gemmCase(size, { epilogue: 'bias-gelu' }),
  gemmCase([257, 256, 260], { batch: 8 }),
  gemmCase(size, { dtype: 'i8-i32', epilogue: 'bias' }),
  gemmCase(size, { dtype: 'f32x2', layout: 'tn' }),
  gemmCase(size, { dtype: 'f32x2', fill: 'integers' }),
  gemmCase([512, 514, 516], { dtype: 'bf16-f32' }),
  ...(['none', 'bias-relu', 'bias-gelu', 'scale-residual'] as const).map((epilogue) =>
    gemmCase(size, { fill: 'integers', epilogue }),
  ),
];

// Inputs and product of a large case, made once for all tests of it.
const made = new Map<GemmCase, { readonly inputs: Arrays; readonly right: NumberArray }>();
function madeFor(params: GemmCase) {
  const inputs = made.get(params)?.inputs ?? createInputs(params, createRandom(1));
  const product = made.get(params) ?? { inputs, right: exact(params, inputs) };
  made.set(params, product);
  return product;
}

test.for(large)(
  'finds one wrong element and one unwritten one in a product that it only samples: %o',
  (params) => {
    const { inputs, right } = madeFor(params);
    const oracle = createOracle(params, inputs);
    const passes = (c: NumberArray) => oracle.verify({ c }, { longestSum: params.k }).passed;
    expect(passes(right)).toBe(true);
    const at = 100_003;
    expect(passes(right.with(at, (right[at] ?? 0) + (params.dtype === 'i8-i32' ? 1 : 8)))).toBe(false);
    expect(passes(right.with(at, params.dtype === 'i8-i32' ? 0 : Number.NaN))).toBe(false);
    expect(passes(right.map(() => 0))).toBe(false);
  },
);

// Judges in parts as threads do; their rows are no multiples of each other's.
test.for(large.filter((_, at) => at % 4 === 1))(
  'parts find what the whole finds in a product that is only sampled: %o',
  (params) => {
    const { inputs, right } = madeFor(params);
    const wrong = right.with(100_003, (right[100_003] ?? 0) + 1000);
    const found = (c: NumberArray, part?: Part) =>
      createOracle(params, inputs, createRandom(2), part).verify({ c }, { longestSum: params.k });
    for (const c of [right, wrong]) {
      const { passed, worst, maxAbs, maxRel } = found(c);
      const parts = [0, 1, 2].map((index) => found(c, { index, of: 3 })).reduce(worse);
      expect(parts).toMatchObject({ passed, worst, maxAbs, maxRel });
      expect(passed).toBe(c === right);
    }
  },
);

test.for(large.filter(isMirrored))('finds both of a pair off by the same amount: %o', (params) => {
  const { inputs, right } = madeFor(params);
  const both = right.with(100_002, (right[100_002] ?? 0) + 1).with(100_003, (right[100_003] ?? 0) + 1);
  const report = createOracle(params, inputs).verify({ c: both }, { longestSum: params.k });
  expect(report).toMatchObject({ passed: false, at: { output: 'c', index: 100_002 } });
});

function cut(array: Float32Array): Float32Array {
  return new Float32Array(new Uint32Array(array.buffer).map((bits) => bits & 0xffffe000).buffer);
}

test('finds a product of inputs rounded as in TF32', () => {
  const params = gemmCase(size);
  const inputs = createInputs(params, createRandom(1));
  const low = exact(params, { a: cut(widen(inputs['a'])), b: cut(widen(inputs['b'])) });
  const report = createOracle(params, inputs).verify({ c: low }, { longestSum: params.k });
  expect(report.passed).toBe(false);
  expect(report.worst).toBeGreaterThan(4);
});

// Sums that are rounded to f16 after every sixteen terms, as a matrix unit does, and after every term.
test.for([16, 1])('takes sums of f16 that are rounded every %i terms', (every) => {
  const params = gemmCase([24, 24, 4096], { dtype: 'f16' });
  const inputs = createInputs(params, createRandom(1));
  const { m, n, k, a, b } = operandsOf(params, inputs);
  const c = new Float16Array(m * n);
  for (const index of c.keys()) {
    let sum = 0;
    for (let at = 0; at < k; at++) {
      sum += (a[Math.floor(index / n) * k + at] ?? 0) * (b[at * n + (index % n)] ?? 0);
      if ((at + 1) % every === 0) sum = Math.f16round(sum);
    }
    c[index] = sum;
  }
  expect(judge(params, inputs, c)).toBe(true);
  expect(judge({ ...params, dtype: 'f16-f32' }, inputs, new Float32Array(c))).toBe(false);
});

test.for(['nan', 'inf'] as const)('says where one %s of A shows', (fill) => {
  const params = gemmCase([5, 4, 3], { fill, layout: 'tn' });
  const inputs = createInputs(params, createRandom(1));
  const found = (c: Float32Array) => createOracle(params, inputs).verify({ c }, { longestSum: 3 });
  const outcome = (c: Float32Array) => found(c).observed;
  const clean = new Float32Array(20);
  expect(outcome(exact(params, inputs) as Float32Array)).toBe('its row');
  expect(outcome(clean)).toBe('ignored');
  expect(outcome(clean.with(9, Number.NaN))).toBe('part of its row');
  expect(found(clean.with(2, Number.NaN))).toMatchObject({ passed: false });
  expect(outcome(clean.with(2, Number.NaN))).toBeUndefined();
});
