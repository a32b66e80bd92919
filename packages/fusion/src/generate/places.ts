// Walks as WGSL expressions of u32.
import { collapse } from '../fuse/walk.ts';
import type { Walk } from '../fuse/walk.ts';
import { countOf } from '../graph/types.ts';

/** The place of the `index`-th element of a walk; `index` is a name or stands in brackets. */
export function placeText(walk: Walk, index: string): string {
  const { dims, strides, offset } = collapse(walk);
  const terms = dims.flatMap((length, axis) => {
    const stride = strides[axis] ?? 0;
    if (stride === 0) return [];
    const coordinate = wrapped(divided(index, countOf(dims.slice(axis + 1))), axis === 0 ? null : length);
    const term = Math.abs(stride) === 1 ? coordinate : `${coordinate} * ${Math.abs(stride)}u`;
    return [`${stride < 0 ? '-' : '+'} ${term}`];
  });
  const isSigned = terms.some((term) => term.startsWith('-'));
  // u32 wraps around, so that what is taken off may come first.
  if (offset > 0 || terms.length === 0 || isSigned) return [`${offset}u`, ...terms].join(' ');
  return terms.join(' ').slice(2);
}

function divided(index: string, by: number): string {
  return by === 1 ? index : `${index} / ${by}u`;
}

function wrapped(quotient: string, length: number | null): string {
  return length === null ? quotient : `${quotient} % ${length}u`;
}

/** Four elements side by side as one: the walk in steps of four, or null where four are not side by side. */
export function inFours(walk: Walk): Walk | null {
  const { dims, strides, offset } = collapse(walk);
  const last = dims.length - 1;
  const isWhole = (dims[last] ?? 0) % 4 === 0 && strides[last] === 1 && offset % 4 === 0;
  if (!isWhole || strides.slice(0, last).some((stride) => stride % 4 !== 0)) return null;
  return {
    dims: dims.map((length, axis) => (axis === last ? length / 4 : length)),
    strides: strides.map((stride, axis) => (axis === last ? 1 : stride / 4)),
    offset: offset / 4,
  };
}

/** A walk that stays at one place for four elements in a row, in steps of four; null where it does not. */
export function stillInFours(walk: Walk): Walk | null {
  const { dims, strides, offset } = collapse(walk);
  const last = dims.length - 1;
  if (strides.every((stride) => stride === 0)) return { dims: [], strides: [], offset };
  if ((dims[last] ?? 0) % 4 !== 0 || strides[last] !== 0) return null;
  return { dims: dims.map((length, axis) => (axis === last ? length / 4 : length)), strides, offset };
}
