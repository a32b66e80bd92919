// What random programs draw from.
import type { Random } from '@kernel-ladder/harness';
import type { Expression } from '../graph/expression.ts';
import type { Dtype, Shape } from '../graph/types.ts';

/** What has been built so far, and the dice. */
export interface Pool {
  readonly values: readonly Expression[];
  readonly random: Random;
}

/** Shapes that broadcast with each other, but for two. */
export const shapes: readonly Shape[] = [[], [4], [3, 4], [4, 3], [3, 1], [1, 4], [2, 3, 4], [2, 1, 1]];

/** Numbers that rewrites look for, and some that they must leave alone. */
export const numbers: readonly number[] = [0, -0, 1, -1, 2, 0.5, 4, -8, 3, 0.1, -1.5];

/** One of a list, which is not empty. */
export function oneOf<T>(random: Random, list: readonly T[]): T {
  const found = list[random.integer(0, list.length - 1)];
  if (found === undefined) throw new RangeError('nothing to draw from');
  return found;
}

/** A value of that element type and rank or a greater one; the latest ones most of the time, so that operations stack up. */
export function draw({ values, random }: Pool, dtype: Dtype, rank = 0): Expression | null {
  const fitting = values.filter(({ type }) => type.dtype === dtype && type.shape.length >= rank);
  if (fitting.length === 0) return null;
  return oneOf(random, random.uniform(0, 1) < 0.6 ? fitting.slice(-3) : fitting);
}

/** A value that broadcasts with another; null where none does. */
export function drawBeside({ values, random }: Pool, x: Expression): Expression | null {
  const fitting = values.filter(
    ({ type }) => type.dtype === x.type.dtype && canMeet(type.shape, x.type.shape),
  );
  return fitting.length === 0 ? null : oneOf(random, fitting);
}

function canMeet(left: Shape, right: Shape): boolean {
  return left.every((length, axis) => {
    const other = right[axis - left.length + right.length] ?? 1;
    return length === other || length === 1 || other === 1;
  });
}
