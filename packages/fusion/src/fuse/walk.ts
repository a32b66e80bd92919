// Where the elements of a value lie in the array that holds them: dense arrays, transposes, slices and broadcasts are all walks.
import { stridesOf } from '../operators/contract.ts';
import type { Places } from '../operators/contract.ts';
import { countOf } from '../graph/types.ts';
import type { Shape } from '../graph/types.ts';

/** Places in an array, visited in the row-major order of `dims`: coordinates c are at offset + Σ c[k] · strides[k]. */
export interface Walk {
  readonly dims: readonly number[];
  readonly strides: readonly number[];
  readonly offset: number;
}

/** All elements of a dense array, in order. */
export function denseWalk(shape: Shape): Walk {
  return { dims: shape, strides: stridesOf(shape), offset: 0 };
}

/** The same places in the same order with the fewest axes: none of length 1, and none that its neighbour continues. */
export function collapse({ dims, strides, offset }: Walk): Walk {
  const axes: { length: number; stride: number }[] = [];
  for (const [axis, length] of dims.entries()) {
    const stride = strides[axis] ?? 0;
    const last = axes.at(-1);
    if (length === 1) continue;
    if (last && last.stride === stride * length)
      axes[axes.length - 1] = { length: last.length * length, stride };
    else axes.push({ length, stride });
  }
  return { dims: axes.map(({ length }) => length), strides: axes.map(({ stride }) => stride), offset };
}

/** Whether the walk visits a dense array from its first element to its last. */
export function isDense(walk: Walk): boolean {
  const { strides, offset } = collapse(walk);
  return offset === 0 && (strides.length === 0 || (strides.length === 1 && strides[0] === 1));
}

/**
 * The walk of a view of a view: `places` are those of the outer one, of `shape`, in the dense array that the inner one stands for.
 * Null where no walk has the result: its steps run across the end of an axis.
 */
export function compose(inner: Walk, places: Places, shape: Shape): Walk | null {
  if (isDense(inner)) return { dims: shape, strides: places.strides, offset: places.offset };
  const dense = stridesOf(inner.dims);
  const start = coordinatesOf(places.offset, inner.dims);
  // The farthest that the outer walk goes along each axis of the inner one, either way.
  const [least, most] = [[...start], [...start]];
  const strides: number[] = [];
  for (const [axis, length] of shape.entries()) {
    const stride = places.strides[axis] ?? 0;
    if (length === 1 || stride === 0) {
      strides.push(0);
      continue;
    }
    const along = dense.findIndex(
      (step, k) => stride % step === 0 && fits(stride / step, length, inner.dims[k] ?? 1),
    );
    if (along < 0) return null;
    const steps = stride / (dense[along] ?? 1);
    const end = steps > 0 ? most : least;
    end[along] = (end[along] ?? 0) + steps * (length - 1);
    strides.push(steps * (inner.strides[along] ?? 0));
  }
  const isInside = inner.dims.every((length, k) => (least[k] ?? 0) >= 0 && (most[k] ?? 0) < length);
  if (!isInside) return null;
  const offset = start.reduce((sum, place, k) => sum + place * (inner.strides[k] ?? 0), inner.offset);
  return { dims: shape, strides, offset };
}

// A step of a whole axis or more belongs to an axis further out.
function fits(steps: number, length: number, room: number): boolean {
  return Math.abs(steps) * (length - 1) < room;
}

function coordinatesOf(place: number, dims: Shape): readonly number[] {
  return stridesOf(dims).map((stride, axis) => Math.floor(place / stride) % (dims[axis] ?? 1));
}

/** The same places in the same order under another shape of as many elements; null where its axes cut across those of the walk. */
export function reshape(walk: Walk, shape: Shape): Walk | null {
  const { dims, strides, offset } = collapse(walk);
  if (countOf(shape) === 0) return { dims: shape, strides: shape.map(() => 0), offset };
  const found = shape.map(() => 0);
  let [axis, left] = [dims.length - 1, dims.at(-1) ?? 1];
  let step = strides.at(-1) ?? 0;
  for (let at = shape.length - 1; at >= 0; at--) {
    const length = shape[at] ?? 1;
    if (length === 1) continue;
    if (left % length !== 0) return null;
    found[at] = step;
    step *= length;
    left /= length;
    if (left === 1 && axis > 0) {
      axis -= 1;
      [left, step] = [dims[axis] ?? 1, strides[axis] ?? 0];
    }
  }
  return { dims: shape, strides: found, offset };
}

/** A walk in two parts: over whole rows of `inner` elements, and inside one. Null where an axis runs across the ends of rows. */
export function splitWalk(walk: Walk, inner: number): { readonly rows: Walk; readonly within: Walk } | null {
  const count = countOf(walk.dims);
  const shaped = inner === 0 || count % inner > 0 ? null : reshapeInto(walk, inner);
  if (!shaped) return null;
  const { dims, strides, offset, border } = shaped;
  return {
    rows: collapse({ dims: dims.slice(0, border), strides: strides.slice(0, border), offset }),
    within: collapse({ dims: dims.slice(border), strides: strides.slice(border), offset: 0 }),
  };
}

// The walk with an axis that begins where rows do, cut in two where it has to be.
function reshapeInto(walk: Walk, inner: number): (Walk & { readonly border: number }) | null {
  const { dims, strides, offset } = collapse(walk);
  let suffix = 1;
  for (let axis = dims.length; axis >= 0; axis--) {
    if (suffix === inner) return { dims, strides, offset, border: axis };
    const [length, stride] = [dims[axis - 1] ?? 1, strides[axis - 1] ?? 0];
    if (suffix * length > inner) {
      const within = inner / suffix;
      if (!Number.isInteger(within) || length % within !== 0) return null;
      const cut = [length / within, within];
      const steps = [stride * within, stride];
      return {
        dims: [...dims.slice(0, axis - 1), ...cut, ...dims.slice(axis)],
        strides: [...strides.slice(0, axis - 1), ...steps, ...strides.slice(axis)],
        offset,
        border: axis,
      };
    }
    suffix *= length;
  }
  return null;
}
