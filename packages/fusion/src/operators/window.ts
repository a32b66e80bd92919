// Windows over the last axes of an array: how large they are, and how far apart.
import { integersOf } from '../graph/attributes.ts';
import { GraphError } from '../graph/errors.ts';
import type { Attributes } from '../graph/types.ts';

/** Windows along some axes; one number per axis. */
export interface Window {
  /** Elements of a window. */
  readonly size: readonly number[];
  /** Elements from window to window. */
  readonly stride: readonly number[];
  /** Elements from one element of a window to the next. */
  readonly dilation: readonly number[];
}

/** The attributes that say what windows there are. */
export const windowAttributes = { size: 'integers', stride: 'integers?', dilation: 'integers?' } as const;

/** Reads a window; stride and dilation are 1 where they are left out. Throws an AttributeError. */
export function windowOf(name: string, attributes: Attributes): Window {
  const size = integersOf(attributes, 'size');
  return checked(name, { size, ...stepsOf(attributes, size.length) });
}

/** Reads stride and dilation of windows along `rank` axes. Throws an AttributeError. */
export function stepsOf(attributes: Attributes, rank: number): Omit<Window, 'size'> {
  const ones = Array.from({ length: rank }, () => 1);
  return {
    stride: integersOf(attributes, 'stride', ones),
    dilation: integersOf(attributes, 'dilation', ones),
  };
}

/** The window itself, if each list has as many numbers, all of them positive. Throws an AttributeError. */
export function checked(name: string, window: Window): Window {
  const rank = window.size.length;
  for (const [field, list] of Object.entries(window))
    if (rank === 0 || list.length !== rank || list.some((value: number) => value < 1))
      throw new GraphError(
        'AttributeError',
        `${name}: ${field} is ${rank || 'one or more'} positive numbers, not [${list.join(', ')}]`,
      );
  return window;
}

/** How many windows fit along each axis. */
export function windowCounts(
  lengths: readonly number[],
  { size, stride, dilation }: Window,
): readonly number[] {
  return lengths.map((length, axis) => {
    const reach = ((size[axis] ?? 1) - 1) * (dilation[axis] ?? 1) + 1;
    return Math.floor((length - reach) / (stride[axis] ?? 1)) + 1;
  });
}
