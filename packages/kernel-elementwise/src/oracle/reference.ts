// The value that is due at each element, and how far it may be off.
import { parseDtype } from '@kernel-ladder/harness';
import type { Arrays, NumberArray } from '@kernel-ladder/harness';
import { isWhole } from '../cases.ts';
import type { ElementwiseCase, WholeDtype } from '../cases.ts';
import { leastNormal } from '../inputs.ts';
import { operatorOf } from '../operators.ts';

/** The value due at an element, and how far it may be off. */
export interface MapReference {
  readonly output: 'result';
  readonly expected: (index: number) => number;
  readonly tolerance: (index: number) => number;
}

const wholeSums = {
  i32: (x: number, y: number) => (x + y) | 0,
  u32: (x: number, y: number) => (x + y) >>> 0,
};

// Sums of integers wrap around, and are exact.
function referenceOfSums(dtype: WholeDtype, { a, b }: Arrays): MapReference {
  const [x, y] = [requireArray(a, 'input "a"'), requireArray(b, 'input "b"')];
  const expected = (index: number) => wholeSums[dtype](x[index] ?? Number.NaN, y[index] ?? Number.NaN);
  return { output: 'result', expected, tolerance: () => 0 };
}

/** The operator of a case at each element of its operands. */
export function referenceOf(params: ElementwiseCase, inputs: Arrays): MapReference {
  if (isWhole(params)) return referenceOfSums(params.dtype, inputs);
  const { a, b } = inputs;
  const { of, bound } = operatorOf(params.op);
  const x = requireArray(a, 'input "a"');
  const { out } = parseDtype(params.dtype);
  const least = params.dtype === 'f32' ? leastNormal.f32 : leastNormal.f16;
  const isSmall = (value: number) => value !== 0 && Math.abs(value) < least;
  const second = (index: number) => b?.[index] ?? 0;
  const expected = (index: number) => of(x[index] ?? Number.NaN, second(index));
  return {
    output: 'result',
    expected,
    tolerance: (index) => {
      const [left, right, value] = [x[index] ?? Number.NaN, second(index), expected(index)];
      // A product within saxpy may be subnormal where neither of its factors is.
      const mayFlush = [left, right, value, value - right].some(isSmall);
      const rounded = out === 'f16' ? halfSpacing(value) : bound(left, right, value);
      return rounded + (mayFlush ? 4 * least : 0);
    },
  };
}

// Of a number that f16 has not, either neighbour is right: WGSL leaves the direction of rounding open.
function halfSpacing(value: number): number {
  if (Math.f16round(value) === value) return 0;
  return 2 ** (Math.max(-14, Math.floor(Math.log2(Math.abs(value)))) - 10);
}

/** The array; throws, saying what is missing, where there is none. */
export function requireArray(array: NumberArray | undefined, what: string): NumberArray {
  if (!array) throw new Error(`no ${what}`);
  return array;
}
