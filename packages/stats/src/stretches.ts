// Where did the level change? A short series is judged whole; a long one stretch by stretch, so that its cost grows with its length.
import { accept, propose } from './boundaries.ts';
import type { Accepted } from './boundaries.ts';
import { locate } from './locate.ts';
import type { Location } from './locate.ts';
import { differenceScale } from './noise.ts';
import { shortestLevel } from './trial.ts';
import type { Rules } from './trial.ts';

/** A boundary between two levels, the places where it may be, and its p-value. */
export interface Found extends Location {
  readonly p: number;
}

/** How a long series is cut: every stretch shares points with the next, and only what lies far enough from its end is settled. */
export interface Cut {
  /** A series up to this long is judged whole. */
  readonly whole: number;
  readonly stretch: number;
  readonly shared: number;
  /** Points behind a boundary before it is settled. */
  readonly settling: number;
}

/** The cut that `detect` uses: exact up to 512 points. */
const usualCut: Cut = { whole: 512, stretch: 192, shared: 80, settling: 48 };

/** The boundaries of a whole series, each placed between its neighbours. */
function findWhole(logs: Float64Array, rules: Rules): readonly Found[] {
  const scale = differenceScale(logs);
  const proposed = logs.length < 2 * shortestLevel ? [] : propose(logs, rules.prior, scale);
  const accepted = accept(logs, proposed, rules, scale);
  const locations = place(logs, accepted);
  return accepted.boundaries.flatMap(({ p }, at) => {
    const location = locations[at];
    return location ? [{ ...location, p }] : [];
  });
}

// Boundaries move only between their neighbours, which stay where the segmentation put them.
function place(logs: Float64Array, { boundaries, levels, noise }: Accepted): readonly Location[] {
  const locations: Location[] = [];
  boundaries.forEach(({ index }, at) => {
    const [left, right] = [levels[at], levels[at + 1]];
    if (!left || !right) throw new RangeError(`boundary ${index} is not between two levels`);
    locations.push(locate(logs, { ...left, start: locations.at(-1)?.index ?? 0 }, right, noise));
  });
  return locations;
}

/** A look at a long series: the stretch from `from` on, before which the boundaries are settled. */
export interface Look {
  readonly from: number;
  readonly settled: readonly Found[];
}

/** The boundaries of a series, and the looks that found them, by which a shorter beginning of it is judged again. */
export interface Looked {
  readonly found: readonly Found[];
  readonly looks: readonly Look[];
}

/** How to look, and the looks at a longer series that begins with the same values: those cost nothing again. */
export interface Looking {
  readonly cut?: Cut;
  readonly looks?: readonly Look[];
}

/** The boundaries of a series in ln(value). The looks at its beginning do not depend on what follows. */
export function findBoundaries(
  logs: Float64Array,
  rules: Rules,
  { cut = usualCut, looks = [] }: Looking = {},
): Looked {
  if (logs.length <= cut.whole) return { found: findWhole(logs, rules), looks: [] };
  const taken = [...looksWithin(looks, logs.length - cut.stretch)];
  for (;;) {
    const { from, settled } = taken.at(-1) ?? firstLook;
    const end = Math.min(from + cut.stretch, logs.length);
    const own = findWhole(logs.slice(from, end), rules).map((found) => shifted(found, from));
    if (end === logs.length) return { found: [...settled, ...own], looks: taken };
    const early = own.filter(({ index }) => index < end - cut.settling);
    const lastLevel = early.at(-1)?.index ?? from;
    taken.push({ from: Math.max(lastLevel, end - cut.shared), settled: [...settled, ...early] });
  }
}

const firstLook: Look = { from: 0, settled: [] };

// The looks up to the first that reaches the end of the series.
function looksWithin(looks: readonly Look[], last: number): readonly Look[] {
  const reached = looks.findIndex(({ from }) => from >= last);
  const known = reached < 0 ? looks : looks.slice(0, reached + 1);
  return known.length > 0 ? known : [firstLook];
}

function shifted({ index, low, high, p }: Found, by: number): Found {
  return { index: index + by, low: low + by, high: high + by, p };
}
