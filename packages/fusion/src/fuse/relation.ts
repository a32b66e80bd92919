// How the elements of a value that is read lie to those of the one that reads them.
import { collapse, isDense, splitWalk } from './walk.ts';
import type { Walk } from './walk.ts';

/** Whether a walk over rows of `columns` elements stays at one place in each, and goes from row to row of a dense array. */
export function isRowwise(walk: Walk, columns: number): boolean {
  const split = splitWalk(walk, columns);
  if (!split || !isDense(split.rows)) return false;
  return collapse(split.within).strides.every((stride) => stride === 0);
}
