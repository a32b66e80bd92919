// Seeded operands.
import { allocate, fillWithDraws, parseDtype } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Random } from '@kernel-ladder/harness';
import { isWhole } from './cases.ts';
import type { ElementwiseCase, Fill } from './cases.ts';
import { operatorOf } from './operators.ts';

/** `a`, and `b` where the operator has a second operand: n elements each, rounded to the input type. */
export function mapInputs(params: ElementwiseCase, random: Random): Arrays {
  const a = operand(params, random);
  return operatorOf(params.op).operands === 2 ? { a, b: operand(params, random) } : { a };
}

function operand(params: ElementwiseCase, random: Random): NumberArray {
  const values = allocate(parseDtype(params.dtype).in, params.n);
  fillWithDraws(values, drawFor(params, random), random);
  for (const [index, value] of oddOnes(params)) if (index < params.n) values[index] = value;
  return values;
}

function drawFor(params: ElementwiseCase, random: Random): () => number {
  const { fill, dtype } = params;
  // What does not fit an unsigned number wraps around.
  if (isWhole(params) && fill !== 'integers') return () => random.integer(-(2 ** 31), 2 ** 31 - 1);
  const sign = () => (random.integer(0, 1) === 0 ? -1 : 1);
  switch (fill) {
    case 'mixed': {
      const [least, most] = decadesOf(dtype);
      return () => sign() * random.uniform(0.5, 1) * 10 ** random.uniform(least, most);
    }
    case 'integers':
      return () => random.integer(-8, 8);
    case 'small': {
      const unit = dtype === 'f32' ? leastNormal.f32 : leastNormal.f16;
      return () => (sign() * random.integer(0, 8) * unit) / 4;
    }
    default:
      return () => random.uniform(-4, 4);
  }
}

/** The least numbers that are not subnormal. */
export const leastNormal = { f32: 2 ** -126, f16: 2 ** -14 } as const;

// Decades in which neither a product by the factor overflows nor, where there is f16, the numbers themselves.
function decadesOf(dtype: ElementwiseCase['dtype']): readonly [least: number, most: number] {
  return dtype === 'f32' ? [-30, 30] : [-4, 4.5];
}

/** Where a fill puts what WGSL promises nothing for, first to last; nothing for the other fills. */
export function oddOnes({
  n,
  fill,
  dtype,
}: Pick<ElementwiseCase, 'n' | 'fill' | 'dtype'>): readonly (readonly [index: number, value: number])[] {
  return oddValues(fill, dtype).map((value, place, all) => [
    Math.floor(((place + 1) * n) / (all.length + 1)),
    value,
  ]);
}

function oddValues(fill: Fill, dtype: ElementwiseCase['dtype']): readonly number[] {
  switch (fill) {
    case 'nan':
      return [Number.NaN];
    case 'infinities':
      return [Infinity, -Infinity];
    case 'overflow':
      // Between the largest f16, 65504, and 2^16 either neighbour is right; from there on an infinity.
      return dtype === 'f32' ? [3e38, -3e38] : [65_510, -65_530, 70_000, -1e6];
    default:
      return [];
  }
}
