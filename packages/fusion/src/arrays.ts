// Values as arrays: other shapes of the same elements, folds over axes, products. Axes may be counted from the end: −1 is the last.
import { broadcastTo, castTo } from './align.ts';
import { div } from './expression.ts';
import { node } from './graph/build.ts';
import { GraphError } from './graph/errors.ts';
import type { Expression } from './graph/expression.ts';
import { countOf, sameShape, typeText } from './graph/types.ts';
import type { Attributes, Shape } from './graph/types.ts';
import { promote } from './operators/promotion.ts';

/** The same elements under another shape; one length may be −1, which is what is left. Throws a ShapeError. */
export function reshape(x: Expression, shape: Shape): Expression {
  const known = countOf(shape.filter((length) => length !== -1));
  const rest = known === 0 ? 0 : Math.floor(countOf(x.type.shape) / known);
  return shaped(
    x,
    shape.map((length) => (length === -1 ? rest : length)),
  );
}

/** Axes in another order; without one, the last two change places. */
export function transpose(x: Expression, permutation?: readonly number[]): Expression {
  const rank = x.type.shape.length;
  const order = permutation ?? [...Array(Math.max(rank - 2, 0)).keys(), rank - 1, rank - 2];
  return node('transpose', [x], { permutation: axesOf(x, order) });
}

/** From `starts` up to `stops`, every `steps`-th element, along each axis. */
export function slice(
  x: Expression,
  starts: readonly number[],
  stops: readonly number[],
  steps?: readonly number[],
): Expression {
  return node('slice', [x], { starts, stops, ...(steps ? { steps } : {}) });
}

/** The last element first, along axes. */
export function reverse(x: Expression, axes: readonly number[]): Expression {
  return node('reverse', [x], { axes: sorted(axesOf(x, axes)) });
}

/** Every window over the last axes. */
export function windows(x: Expression, size: Shape, stride?: Shape, dilation?: Shape): Expression {
  return node('windows', [x], {
    size,
    ...(stride ? { stride } : {}),
    ...(dilation ? { dilation } : {}),
  });
}

/** A value before and after each axis. */
export function pad(
  x: Expression,
  before: readonly number[],
  after: readonly number[],
  value = 0,
): Expression {
  return node('pad', [x], { before, after, ...(value === 0 ? {} : { value }) });
}

/** One behind the other along an axis. */
export function concat(operands: readonly Expression[], axis: number): Expression {
  const [first] = operands;
  return node('concat', operands, { axis: first ? (axesOf(first, [axis])[0] ?? axis) : axis });
}

/** What a fold goes over, all axes where nothing is said, and whether they stay with length 1. */
export interface Over {
  readonly axes?: readonly number[];
  readonly keep?: boolean;
}

/** The sum over axes. */
export function sum(x: Expression, over: Over = {}): Expression {
  return folded('reduce-sum', x, over);
}

/** The greatest over axes. */
export function maximum(x: Expression, over: Over = {}): Expression {
  return folded('reduce-max', x, over);
}

/** The least over axes. */
export function minimum(x: Expression, over: Over = {}): Expression {
  return folded('reduce-min', x, over);
}

/** The mean over axes: a sum and a quotient. */
export function mean(x: Expression, over: Over = {}): Expression {
  const total = sum(x, over);
  return div(total, countOf(x.type.shape) / Math.max(countOf(total.type.shape), 1));
}

/**
 * The product of matrices in the last two axes. Axes before them are batches, which broadcast; a batch of rows times one matrix is
 * one product of all rows.
 */
export function matmul(a: Expression, b: Expression, attributes: Attributes = {}): Expression {
  const dtype = a.type.dtype === b.type.dtype ? a.type.dtype : promote(a.type.dtype, b.type.dtype);
  const [left, right] = [castTo(a, dtype), castTo(b, dtype)];
  const isOneMatrix = right.type.shape.length === 2 && left.type.shape.length > 2;
  if (isOneMatrix && attributes['transposeA'] !== true) {
    const rows = [countOf(left.type.shape.slice(0, -1)), left.type.shape.at(-1) ?? 1];
    const flat = node('matmul', [reshape(left, rows), right], attributes);
    return reshape(flat, [...left.type.shape.slice(0, -1), flat.type.shape[1] ?? 1]);
  }
  const outer = longerBatch(left.type.shape.slice(0, -2), right.type.shape.slice(0, -2));
  const inBatch = (x: Expression) => broadcastTo(x, [...outer, ...x.type.shape.slice(-2)]);
  return node('matmul', [inBatch(left), inBatch(right)], attributes);
}

/** Rows of a table by index. */
export function gather(table: Expression, indices: Expression, axis = 0): Expression {
  return node('gather', [table, indices], { axis });
}

/** A table with updates added to its rows by index. */
export function scatterAdd(
  table: Expression,
  indices: Expression,
  updates: Expression,
  axis = 0,
): Expression {
  return node('scatter-add', [table, indices, updates], { axis });
}

/** Images [N, C, H, W] under filters [O, C, rows, columns]. */
export function conv2d(images: Expression, filters: Expression, attributes: Attributes = {}): Expression {
  return node('conv2d', [images, filters], attributes);
}

function shaped(x: Expression, shape: Shape): Expression {
  return sameShape(x.type.shape, shape) ? x : node('reshape', [x], { shape });
}

function folded(op: string, x: Expression, { axes, keep = false }: Over): Expression {
  const over = sorted(axesOf(x, axes ?? [...x.type.shape.keys()]));
  const result = node(op, [x], { axes: over });
  return keep
    ? result
    : shaped(
        result,
        x.type.shape.filter((_, axis) => !over.includes(axis)),
      );
}

function axesOf({ type }: Expression, axes: readonly number[]): readonly number[] {
  const rank = type.shape.length;
  const stray = axes.find((axis) => axis < -rank || axis >= rank);
  if (stray !== undefined) throw new GraphError('ShapeError', `${typeText(type)} has no axis ${stray}`);
  return axes.map((axis) => (axis < 0 ? axis + rank : axis));
}

function sorted(axes: readonly number[]): readonly number[] {
  return axes.toSorted((left, right) => left - right);
}

// Batches broadcast like elements; a misfit is found by the operator, which has both types.
function longerBatch(left: Shape, right: Shape): Shape {
  const rank = Math.max(left.length, right.length);
  return Array.from({ length: rank }, (_, axis) => {
    const length = left[axis - rank + left.length] ?? 1;
    return length === 1 ? (right[axis - rank + right.length] ?? 1) : length;
  });
}
