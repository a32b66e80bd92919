import type { Shape } from '../graph/types.ts';
import type { Places } from './contract.ts';
import { viewed } from './viewed.ts';

/** Where the elements of a row-major array of that shape go, and what becomes of two that meet. */
export interface Scatter extends Places {
  readonly shape: Shape;
  readonly combine: (old: number, value: number) => number;
}

/** Writes every element to its place in `into`, which is returned: the opposite of a view. */
export function scattered(into: Float64Array, data: Float64Array, scatter: Scatter): Float64Array {
  const numbers = Float64Array.from({ length: into.length }, (_, index) => index);
  for (const [index, place] of viewed(numbers, scatter.shape, scatter).entries())
    into[place] = scatter.combine(into[place] ?? 0, data[index] ?? Number.NaN);
  return into;
}
