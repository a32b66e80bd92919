// What a scan makes of NaN and infinity: WGSL promises nothing there, so that it is named, not judged.
import type { NumberArray } from '@kernel-ladder/harness';
import type { ScanCase } from '../cases.ts';
import { nonFinite } from '../inputs.ts';

/**
 * `propagates`: from the first element that sums up a NaN or an infinity on, the result is what IEEE 754 addition in order
 * gives, and before it the result is right. `leaks backwards`: an element before it is no finite number.
 * `ignored`: every element is finite. Anything else is `other`, with the first element that shows it.
 */
export function classify(params: ScanCase, values: NumberArray, result: NumberArray): string {
  const places = nonFinite(params).map(([index]) => index + (params.mode === 'inclusive' ? 0 : 1));
  const first = places[0] ?? params.n;
  if (!result.subarray(0, first).every(Number.isFinite)) return 'leaks backwards';
  const strays = compareInOrder(params, values, result);
  if (strays === null) return 'propagates';
  if (strays >= first && result.every(Number.isFinite)) return 'ignored';
  return `other: result[${strays}] is ${result[strays]}`;
}

// The first element that is not what addition in order gives, non-finite numbers taken by kind.
function compareInOrder(params: ScanCase, values: NumberArray, result: NumberArray): number | null {
  let [sum, absolute] = [0, 0];
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0;
    const before = sum;
    sum += value;
    if (Number.isFinite(value)) absolute += Math.abs(value);
    const expected = params.mode === 'inclusive' ? sum : before;
    if (!agree(result[index] ?? 0, expected, absolute)) return index;
  }
  return null;
}

// The bound of a serial sum of these few thousand elements, which no rung comes near.
function agree(got: number, expected: number, absolute: number): boolean {
  if (!Number.isFinite(expected)) return Object.is(got, expected);
  return Math.abs(got - expected) <= 2 ** -14 * absolute;
}
