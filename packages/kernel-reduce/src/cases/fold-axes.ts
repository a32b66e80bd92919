// Axis sets folded to (outer, reduced, inner): all that a kernel needs to know of a tensor.
import type { AxesCase } from './kinds.ts';

/** One run of neighbouring reduced axes: element (o, r, i) lies at (o · reduced + r) · inner + i. */
export interface Run {
  readonly outer: number;
  readonly reduced: number;
  readonly inner: number;
}

/** Neighbouring axes of one fate as one. */
export interface FoldedAxis {
  readonly size: number;
  readonly isReduced: boolean;
}

type Axes = Pick<AxesCase, 'shape' | 'axes'>;

/** The text of a shape, as ids and `shape` have it. */
export function shapeText(shape: readonly number[]): string {
  return shape.join('x');
}

/** The text of an axis set; the empty one is `none`. */
export function axesText(axes: readonly number[]): string {
  return axes.length === 0 ? 'none' : axes.join('+');
}

/** Merges neighbouring axes that are both reduced or both kept; axes of size 1 fall out. */
export function foldAxes({ shape, axes }: Axes): readonly FoldedAxis[] {
  const reduced = new Set(axes === 'none' ? [] : axes.split('+').map(Number));
  const sizes = shape.split('x').map(Number);
  const stray = [...reduced].find((axis) => !(axis in sizes));
  if (stray !== undefined) throw new RangeError(`axis ${stray} of "${axes}" is none of ${shape}`);
  return merge(sizes.map((size, axis) => ({ size, isReduced: reduced.has(axis) })));
}

/** Results of a case: the product of the axes that are kept. */
export function outputCount(params: Axes): number {
  return product(foldAxes(params).filter(({ isReduced }) => !isReduced));
}

/**
 * The runs to reduce one after another, each over what the one before has left: the longest first, since it shrinks
 * the tensor most. No elements are one run of length 0; no axes are one of length 1, which copies.
 */
export function runsOf(params: Axes): readonly Run[] {
  let left = foldAxes(params);
  const outputs = outputCount(params);
  if (outputs === 0) return [];
  if (left.some(({ size }) => size === 0)) return [{ outer: outputs, reduced: 0, inner: 1 }];
  const runs: Run[] = [];
  while (left.some(({ isReduced }) => isReduced)) {
    const longest = Math.max(...left.filter(({ isReduced }) => isReduced).map(({ size }) => size));
    const at = left.findIndex(({ size, isReduced }) => isReduced && size === longest);
    const [before, after] = [left.slice(0, at), left.slice(at + 1)];
    runs.push({ outer: product(before), reduced: longest, inner: product(after) });
    left = merge([...before, ...after]);
  }
  return runs.length > 0 ? runs : [{ outer: 1, reduced: 1, inner: outputs }];
}

function merge(axes: readonly FoldedAxis[]): FoldedAxis[] {
  const merged: FoldedAxis[] = [];
  for (const axis of axes.filter(({ size }) => size !== 1)) {
    const last = merged.at(-1);
    if (last?.isReduced !== axis.isReduced) merged.push(axis);
    else merged[merged.length - 1] = { ...axis, size: last.size * axis.size };
  }
  return merged;
}

function product(axes: readonly { readonly size: number }[]): number {
  return axes.reduce((total, { size }) => total * size, 1);
}
