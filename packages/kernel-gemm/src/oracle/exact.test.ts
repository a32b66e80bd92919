import { createRandom } from '@kernel-ladder/harness';
import { expect, test } from 'vitest';
import { gemmCase } from '../cases.ts';
import type { GemmCase } from '../cases.ts';
import type { GemmDtype, Wide } from '../dtypes.ts';
import { createInputs } from '../inputs.ts';
import { createOracle } from './oracle.ts';
import { multiply, operandsOf } from './reference.ts';
import type { Operands } from './reference.ts';

type Round = (sum: number) => number;

const roundings: readonly [GemmDtype, Round][] = [
  ['f32', Math.fround],
  ['f16-f32', Math.fround],
  ['f16', Math.f16round],
];

// One element of C, its terms in that order, rounded after every one of them.
function summed(
  { n, k, a, b }: Operands,
  index: number,
  { round, order }: { round: Round; order: number[] },
) {
  const [row, column] = [Math.floor(index / n), index % n];
  return order.reduce((sum, at) => round(sum + round((a[row * k + at] ?? 0) * (b[at * n + column] ?? 0))), 0);
}

const depths = [1, 2, 64, 1000, 8192, 100_000];

test.for(depths.flatMap((k) => roundings.map(([dtype, round]) => [k, dtype, round] as const)))(
  'sums of %i whole numbers are exact in %s, first to last and last to first, and hardly any term is zero',
  ([k, dtype, round]) => {
    const params = gemmCase([4, 6, k], { fill: 'integers', dtype });
    const operands = operandsOf(params, createInputs(params, createRandom(1)));
    const { value, magnitude } = multiply(operands);
    const forwards = Array.from({ length: k }, (_, at) => at);
    for (const order of [forwards, forwards.toReversed()])
      expect(Array.from(value, (_, index) => summed(operands, index, { round, order }))).toEqual([...value]);
    const zeros = operands.b.filter((element) => element === 0).length / operands.b.length;
    expect(zeros).toBeCloseTo(dtype === 'f16' ? Math.max(0, 1 - 65_536 / k) : 0, 2);
    expect(Math.min(...magnitude)).toBeGreaterThan(0);
  },
);

// What stops at K = 8192 loses a share of each sum that rounding to f16 may hide.
test('finds what leaves out the end of a long sum of f16', () => {
  const params: GemmCase = gemmCase([8, 8, 16_384], { fill: 'integers', dtype: 'f16' });
  const inputs = createInputs(params, createRandom(1));
  const operands = operandsOf(params, inputs);
  const cut = { ...operands, a: operands.a.map((element, at) => (at % params.k < 16_320 ? element : 0)) };
  const judge = (from: Operands) =>
    createOracle(params, inputs).verify({ c: new Float16Array(multiply(from).value) }, { longestSum: 1 })
      .passed;
  expect({ whole: judge(operands), cut: judge(cut) }).toEqual({ whole: true, cut: false });
});

// What TF32 keeps of a number: 11 significant bits.
const cut = (numbers: Wide) =>
  new Float32Array(
    new Uint32Array(Float32Array.from(numbers).buffer).map((bits) => bits & 0xffffe000).buffer,
  );

const keepsAll = (numbers: Wide) => numbers;
const lowered = [
  { which: 'A', ofA: cut, ofB: keepsAll },
  { which: 'B', ofA: keepsAll, ofB: cut },
];

// The bound of uniform numbers grows with √K, and hides such rounding from K = 16 384 on.
test.for(lowered.flatMap((each) => [64, 1024, 4096, 16_384, 65_536].map((k) => ({ k, ...each }))))(
  'finds that the numbers of $which were rounded as in TF32 in a product of whole numbers over $k terms',
  ({ k, ofA, ofB }) => {
    const params = gemmCase([8, 6, k], { fill: 'integers' });
    const inputs = createInputs(params, createRandom(1));
    const operands = operandsOf(params, inputs);
    const judge = (from: Operands) =>
      createOracle(params, inputs).verify({ c: new Float32Array(multiply(from).value) }, { longestSum: k })
        .passed;
    const low = { ...operands, a: ofA(operands.a), b: ofB(operands.b) };
    expect({ whole: judge(operands), low: judge(low) }).toEqual({ whole: true, low: false });
  },
);
