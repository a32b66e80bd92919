// A series of measurements at the border: checked once, then logarithms.
import type { Prior } from './noise.ts';

/** Whether less (a time) or more (a rate) of the value is better. */
export type Direction = 'lower' | 'higher';

/** What A/A launches of one commit said about the noise between runs. */
export interface KnownNoise {
  /** Standard deviation of ln(value) between launches of the same code. */
  readonly sigma0?: number | undefined;
  /** Launches behind `sigma0`; 10 unless said otherwise. */
  readonly launches?: number | undefined;
}

/** Smallest |effect| that is worth a verdict, unless a caller says otherwise. */
export const defaultMinimumEffect = 0.02;

/** Throws with the place of the first value that has no logarithm. */
export function requirePositive(values: readonly number[], name: string): void {
  if (values.length === 0) throw new RangeError(`${name} is empty: give at least one value`);
  const at = values.findIndex((value) => !(Number.isFinite(value) && value > 0));
  if (at >= 0)
    throw new RangeError(`${name}[${at}] is ${values[at]}: every value must be a finite number above 0`);
}

// A fine binary grid makes sums of logarithms exact in any order, and hides the last bit in which engines differ.
const grid = 2 ** 36;

/** ln(value / reference) of each value, to 1.5e-11. */
export function logRatios(values: readonly number[], reference: number): Float64Array {
  return Float64Array.from(values, (value) => Math.round(Math.log(value / reference) * grid) / grid);
}

/** A/A knowledge as a variance with degrees of freedom. Throws on a sigma or a count that cannot be. */
export function priorOf({ sigma0, launches = 10 }: KnownNoise): Prior {
  if (sigma0 === undefined) return { variance: 0, degrees: 0 };
  if (!(Number.isFinite(sigma0) && sigma0 >= 0))
    throw new RangeError(`sigma0 is ${sigma0}: give the standard deviation of ln(value), at least 0`);
  if (!(Number.isInteger(launches) && launches >= 2))
    throw new RangeError(`launches is ${launches}: a sigma0 comes from 2 launches or more`);
  return { variance: sigma0 ** 2, degrees: launches - 1 };
}

/** Throws unless 0 < effect < 1. */
export function requireEffect(effect: number): void {
  if (!(effect > 0 && effect < 1))
    throw new RangeError(`minimum effect is ${effect}: give a fraction between 0 and 1, such as 0.02`);
}

/** +1 where a larger value is worse, −1 where it is better. */
export function worseSign(direction: Direction): 1 | -1 {
  if (direction === 'lower') return 1;
  if (direction === 'higher') return -1;
  throw new RangeError(`direction is ${String(direction satisfies never)}: give "lower" or "higher"`);
}
