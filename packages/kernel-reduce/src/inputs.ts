// Seeded vectors, and the f64 truth about them.
import { allocate, elementwise, fill, parseDtype, unitRoundoff } from '@kernel-ladder/harness';
import type { Accuracy, Arrays, NumberArray, Oracle, Random } from '@kernel-ladder/harness';
import type { ReduceCase } from './cases.ts';

type Element = (index: number) => number;

/** `values`: n elements, rounded to the input type. */
export function reduceInputs(params: ReduceCase, random: Random): Arrays {
  const values = allocate(parseDtype(params.dtype).in, params.n);
  const element =
    params.dtype === 'i32' || params.dtype === 'u32' ? integers(params, random) : floats(params, random);
  return { values: fill(values, element) };
}

function floats(params: ReduceCase, random: Random): Element {
  // f16 ends at 65504 and loses its last bits below 6e-5.
  const isHalf = params.dtype === 'f16-f32';
  const fills: { readonly [Fill in ReduceCase['fill']]: Element } = {
    uniform: () => random.uniform(-0.5, 1),
    integers: () => random.integer(-3, 4),
    alternating: (index) => (index % 2 === 0 ? 1 : -1) * (isHalf ? 1000 : 1e7) + random.uniform(0, 1),
    mixed: () => random.uniform(-1, 1) * 10 ** (isHalf ? random.uniform(-4, 4) : random.uniform(-30, 30)),
  };
  return fills[params.fill];
}

// Full-range words: sums wrap, as WGSL says they do.
function integers(params: ReduceCase, random: Random): Element {
  return params.fill === 'integers' ? () => random.integer(1, 4) : () => random.next();
}

/**
 * Sum: within the smaller of 2·D·u and 4·√D·u times Σ|x|, D the longest chain of additions, u = 2^-24: the
 * first bound is the certain one, the second holds for errors that are independent. Exact for integers and for
 * floats whose partial sums are all integers below 2^24. Minimum and maximum: exact.
 */
export function reduceOracle(params: ReduceCase, inputs: Arrays): Oracle {
  const values = inputs['values'];
  if (!values) throw new Error('no input "values"');
  const [expected, absolute] = params.op === 'sum' ? sum(values, params) : [extreme(values, params), 0];
  const isExact = params.fill === 'integers' && absolute < 2 ** 24;
  return elementwise(params.op === 'sum' ? 'f64 compensated sum' : 'f64 scan', {
    output: 'result',
    expected: () => expected,
    tolerance: (_, accuracy) => (isExact ? 0 : bound(accuracy) * absolute),
  });
}

function bound({ longestSum }: Accuracy): number {
  return unitRoundoff.f32 * Math.min(2 * longestSum, 4 * Math.sqrt(longestSum));
}

// Σx and Σ|x|; integer sums wrap modulo 2^32 and have no tolerance.
function sum(values: NumberArray, params: ReduceCase): readonly [sum: number, absolute: number] {
  if (params.dtype === 'i32') return [wrappedSum(values) | 0, 0];
  if (params.dtype === 'u32') return [wrappedSum(values) >>> 0, 0];
  let [total, lost, absolute] = [0, 0, 0];
  for (const value of values) {
    // Neumaier 1974: what the addition drops is kept beside the sum.
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
    absolute += Math.abs(value);
  }
  return [total + lost, absolute];
}

function wrappedSum(values: NumberArray): number {
  let total = 0;
  for (const value of values) total = (total + value) | 0;
  return total;
}

function extreme(values: NumberArray, params: ReduceCase): number {
  const pick = params.op === 'min' ? Math.min : Math.max;
  let best = identityValue(params);
  for (const value of values) best = pick(best, value);
  return best;
}

const largestF32 = (2 - 2 ** -23) * 2 ** 127;

/** What an empty vector reduces to: 0, or the type's own extreme that every element beats. */
export function identityValue({ op, dtype }: Pick<ReduceCase, 'op' | 'dtype'>): number {
  if (op === 'sum') return 0;
  const [lowest, highest] = extremes[dtype];
  return op === 'min' ? highest : lowest;
}

const extremes: { readonly [Dtype in ReduceCase['dtype']]: readonly [lowest: number, highest: number] } = {
  f32: [-largestF32, largestF32],
  'f16-f32': [-largestF32, largestF32],
  i32: [-(2 ** 31), 2 ** 31 - 1],
  u32: [0, 2 ** 32 - 1],
};
