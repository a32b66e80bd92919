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
 * The way back of a walk that visits every element of a dense array once: where each element of the array, in order, comes in the walk.
 * Null where some element is visited twice or not at all.
 */
export function inverse(walk: Walk): Walk | null {
  const { dims, strides, offset } = collapse(walk);
  const places = stridesOf(dims);
  const axes = dims
    .map((length, axis) => ({ length, stride: strides[axis] ?? 0, place: places[axis] ?? 0 }))
    .toSorted((a, b) => b.stride - a.stride);
  const dense = stridesOf(axes.map(({ length }) => length));
  if (offset !== 0 || axes.some(({ stride }, axis) => stride !== dense[axis])) return null;
  return { dims: axes.map(({ length }) => length), strides: axes.map(({ place }) => place), offset: 0 };
}

/**
 * The walk of a view of a view: `places` are those of the outer one, of `shape`, in the dense array that the inner one stands for.
 * Null where no walk has the result: its steps run across the end of an axis.
 */
export function compose(inner: Walk, places: Places, shape: Shape): Walk | null {
  if (isDense(inner)) return { dims: shape, strides: places.strides, offset: places.offset };
  const start = coordinatesOf(places.offset, inner.dims);
  const steps = shape.map((length, axis) => stepOf(inner, places.strides[axis] ?? 0, length));
  // How far all steps together go along each axis of the inner walk, either way.
  const isInside = inner.dims.every((room, along) => {
    const ends = steps.map((step, axis) =>
      step?.along === along ? step.count * ((shape[axis] ?? 1) - 1) : 0,
    );
    const total = (isCounted: (end: number) => boolean) =>
      ends.filter(isCounted).reduce((sum, end) => sum + end, start[along] ?? 0);
    return total((end) => end < 0) >= 0 && total((end) => end > 0) < room;
  });
  if (!isInside || steps.includes(null)) return null;
  return {
    dims: shape,
    strides: steps.map((step) => (step ? step.count * (inner.strides[step.along] ?? 0) : 0)),
    offset: start.reduce((sum, place, axis) => sum + place * (inner.strides[axis] ?? 0), inner.offset),
  };
}

interface Step {
  /** The axis of the inner walk, and how many of its places a step of the outer one is. */
  readonly along: number;
  readonly count: number;
}

// Null where a step is of no single axis.
function stepOf({ dims }: Walk, stride: number, length: number): Step | null {
  if (length === 1 || stride === 0) return { along: 0, count: 0 };
  const dense = stridesOf(dims);
  const along = dense.findIndex(
    (step, axis) => stride % step === 0 && fits(stride / step, length, dims[axis] ?? 1),
  );
  return along < 0 ? null : { along, count: stride / (dense[along] ?? 1) };
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
  const axes = dims.map((length, axis) => ({ length, stride: strides[axis] ?? 0 }));
  const found: number[] = [];
  for (const length of shape.toReversed()) {
    const last = axes.at(-1) ?? { length: 1, stride: 0 };
    if (last.length % length !== 0) return null;
    found.push(length === 1 ? 0 : last.stride);
    axes[Math.max(0, axes.length - 1)] = { length: last.length / length, stride: last.stride * length };
    if (last.length === length && length > 1) axes.pop();
  }
  return { dims: shape, strides: found.toReversed(), offset };
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
