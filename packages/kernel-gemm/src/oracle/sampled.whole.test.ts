// Products too large to be computed again as a whole, of every type, layout and epilogue: what is wrong in one element shows.
import { createRandom, worse } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Part } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { gemmCase } from '../cases.ts';
import type { GemmCase } from '../cases.ts';
import { createInputs, isMirrored } from '../inputs.ts';
import { createOracle } from './oracle.ts';
import { exact } from './testing.ts';

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
