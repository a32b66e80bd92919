// What an operator makes of NaN, infinities and overflow: WGSL promises nothing there, so that it is named, not judged.
import type { NumberArray } from '@kernel-ladder/harness';
import type { ElementwiseCase } from '../cases.ts';
import { oddOnes } from '../inputs.ts';
import type { MapReference } from './reference.ts';

const strayed = 'reaches';

/** Names the results at the odd places, first to last, or an element beside them that is not right. */
export function whatCameOut(
  params: ElementwiseCase,
  { expected, tolerance }: MapReference,
  result: NumberArray,
): string {
  const places = oddOnes(params).map(([index]) => index);
  const stray = result.findIndex(
    (value, index) => !places.includes(index) && !(Math.abs(value - expected(index)) <= tolerance(index)),
  );
  if (stray >= 0) return `${strayed} result[${stray}], which is ${result[stray]}`;
  return places.map((index) => nameOf(result[index] ?? Number.NaN)).join(', ');
}

/** Whether an outcome tells of an element that has nothing to do with the odd ones. */
export function reachesOthers(outcome: string): boolean {
  return outcome.startsWith(strayed);
}

function nameOf(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return value === 0 ? '0' : value.toPrecision(4);
}
