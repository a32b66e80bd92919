// What is done with layouts as functions: fewer modes, one after another, what another leaves out. Where no layout is the answer
// these throw; a wrong one is never given. After CuTe (NVIDIA CUTLASS, media/docs/cpp/cute/02_layout_algebra.md).
import { cosizeOf, formatLayout, fromModes, joined, modesOf, partsOf, sizeOf } from './layout.ts';
import type { Layout, Mode } from './layout.ts';

/** The same function of an index with the fewest flat modes. */
export function coalesce(of: Layout): Layout {
  const kept: Mode[] = [];
  for (const mode of modesOf(of)) {
    const before = kept.at(-1);
    if (mode.size === 1) continue;
    if (before && mode.stride === before.size * before.stride)
      kept[kept.length - 1] = { size: before.size * mode.size, stride: before.stride };
    else kept.push(mode);
  }
  return fromModes(kept);
}

/**
 * First `inner`, then `outer`: the layout, nested as inner or finer, whose coordinate c lies where outer's element inner(c) does.
 * Throws where inner reaches past outer, or its steps carry from one mode of outer into the next: a layout does not carry.
 */
export function compose(outer: Layout, inner: Layout): Layout {
  const names = `${formatLayout(inner)} of ${formatLayout(outer)}`;
  if (cosizeOf(inner) > sizeOf(outer))
    throw new RangeError(
      `${names}: it reaches ${cosizeOf(inner)} elements, there are ${sizeOf(outer)}: pad what is divided`,
    );
  const modes = modesOf(coalesce(outer));
  let room: readonly number[] = modes.map(({ size }) => size - 1);
  const composed = (part: Layout): Layout => {
    if (typeof part.shape !== 'number') return joined(partsOf(part).map(composed));
    const runs = runsIn(modes, room, { size: part.shape, stride: Number(part.stride) });
    if (!runs) throw new RangeError(`${names} is no layout: its steps carry into the next mode`);
    room = runs.reduce(roomBeside, room);
    return fromModes(runs.map(({ size, digits }) => ({ size, stride: dot(digits, modes) })));
  };
  return composed(inner);
}

/** Steps that carry nowhere: each adds as much to the coordinate of every outer mode. */
interface Run {
  readonly size: number;
  readonly digits: readonly number[];
}

// The longest run that fits the room which the coordinates have left, then the rest in steps as long as that; null where none is left.
function runsIn(
  modes: readonly Mode[],
  room: readonly number[],
  { size, stride }: Mode,
): readonly Run[] | null {
  if (size === 1) return [];
  const digits = digitsOf(modes, stride);
  const most = digits.map((digit, mode) => (digit === 0 ? size : Math.floor((room[mode] ?? 0) / digit) + 1));
  for (let length = Math.min(size, ...most); length > 1; length--) {
    if (size % length !== 0) continue;
    const run = { size: length, digits };
    const rest = runsIn(modes, roomBeside(room, run), { size: size / length, stride: length * stride });
    if (rest) return [run, ...rest];
  }
  return null;
}

function roomBeside(room: readonly number[], { size, digits }: Run): readonly number[] {
  return room.map((left, mode) => left - (size - 1) * (digits[mode] ?? 0));
}

// An index as a coordinate of flat modes.
function digitsOf(modes: readonly Mode[], index: number): readonly number[] {
  let rest = index;
  return modes.map(({ size }) => {
    const digit = rest % size;
    rest = Math.floor(rest / size);
    return digit;
  });
}

function dot(digits: readonly number[], modes: readonly Mode[]): number {
  return digits.reduce((sum, digit, mode) => sum + digit * (modes[mode]?.stride ?? 0), 0);
}

/**
 * What a layout leaves out of the offsets below `bound`: the layout that with it covers them all, each once where bound is a multiple
 * of what it repeats in (beyond bound otherwise). Throws where the layout hits an offset twice, or leaves gaps of uneven length.
 */
export function complement(of: Layout, bound: number = cosizeOf(of)): Layout {
  const modes = modesOf(of)
    .filter(({ size }) => size > 1)
    .toSorted((a, b) => a.stride - b.stride);
  const gaps: Mode[] = [];
  let covered = 1;
  for (const { size, stride } of modes) {
    if (stride < covered || stride % covered !== 0)
      throw new RangeError(
        `${formatLayout(of)} has no complement: stride ${stride} is no multiple of the ${covered} elements below it`,
      );
    gaps.push({ size: stride / covered, stride: covered });
    covered = stride * size;
  }
  gaps.push({ size: Math.max(1, Math.ceil(bound / covered)), stride: covered });
  return coalesce(fromModes(gaps));
}
