// Where a curve bends: straight pieces that meet, their number by Schwarz's criterion.
import { pieces } from './pieces.ts';
import type { Pieces, Place } from './pieces.ts';

export type { Place } from './pieces.ts';

/** A bend of a curve. */
export interface Knee {
  /** The point nearest to it. */
  readonly index: number;
  /** Where the two pieces meet; between points as a rule. */
  readonly x: number;
  /** The slopes of the pieces that meet there. */
  readonly before: number;
  readonly after: number;
}

/** What counts as a bend. */
export interface KneeRules {
  /** How far points may lie from the pieces before that costs as much as the noise of one point; in units of y. */
  readonly noise: number;
  /** At most so many bends. */
  readonly most: number;
}

/** For logarithms of what benchmarks measure: a point within a tenth of a line lies on it, and memory has few levels. */
export const usualRules: KneeRules = { noise: 0.1, most: 3 };

// Two for each piece, and one to see that a single piece does not do.
const fewestPoints = 5;
// Bends are looked for at the points and at so many places less one between two of them.
const placesPerGap = 4;

/**
 * The bends of a curve, from left to right: continuous pieces of straight lines are fitted by least squares (Hudson 1966), as many as
 * Schwarz's criterion asks for with a known noise (Yao 1988). A piece has two points at least, so that a single point off the line is no
 * bend. None for fewer than five points. Throws RangeError unless x ascends and all numbers are finite.
 *
 * Where one quantity changes as a power of another, give it the logarithms of both: slopes are exponents then.
 */
export function knees(points: readonly Place[], { noise, most }: KneeRules = usualRules): readonly Knee[] {
  requireAscending(points);
  if (points.length < fewestPoints) return [];
  const places = candidatePlaces(points);
  let found: readonly number[] = [];
  let best = pieces(points, []);
  let least = best.squares / noise ** 2;
  for (let count = 1; count <= most; count++) {
    const price = 2 * count * Math.log(points.length);
    // Not even a fit without a rest would be worth so many.
    if (price >= least) break;
    found = settled(points, withOneMore(points, found, places), places);
    if (found.length < count) break;
    const fit = pieces(points, found);
    const cost = fit.squares / noise ** 2 + price;
    if (cost < least) [best, least] = [fit, cost];
  }
  return bendsOf(points, best);
}

/** The last bend at which a curve turns down; null where it has none: of bandwidth over the size of a set, where the last cache is full. */
export function lastFall(points: readonly Place[], rules: KneeRules = usualRules): Knee | null {
  return knees(points, rules).findLast(({ before, after }) => after < before) ?? null;
}

function requireAscending(points: readonly Place[]): void {
  points.forEach(({ x, y }, at) => {
    if (!Number.isFinite(x) || !Number.isFinite(y))
      throw new RangeError(`knees: point ${at} is (${x}, ${y}), not two finite numbers`);
    if (x <= (points[at - 1]?.x ?? -Infinity))
      throw new RangeError(`knees: x of point ${at}, ${x}, is not above that before it`);
  });
}

function candidatePlaces(points: readonly Place[]): readonly number[] {
  return points.slice(1).flatMap(({ x }, at) => {
    const from = points[at]?.x ?? x;
    return Array.from({ length: placesPerGap }, (_, step) => from + ((x - from) * (step + 1)) / placesPerGap);
  });
}

/** The bends with the best one more; the same where there is no room for another. */
function withOneMore(
  points: readonly Place[],
  bends: readonly number[],
  places: readonly number[],
): readonly number[] {
  let best = bends;
  let least = Infinity;
  for (const place of places) {
    const next = [...bends, place].toSorted((a, b) => a - b);
    if (!haveTwoPointsEach(points, next)) continue;
    const { squares } = pieces(points, next);
    if (squares < least) [best, least] = [next, squares];
  }
  return best;
}

// Each bend moves to its best place beside the others until none moves; squares only fall, so that it ends.
function settled(
  points: readonly Place[],
  bends: readonly number[],
  places: readonly number[],
): readonly number[] {
  const moved = bends.reduce(
    (before, bend) =>
      withOneMore(
        points,
        before.filter((one) => one !== bend),
        places,
      ),
    bends,
  );
  const gain = pieces(points, bends).squares - pieces(points, moved).squares;
  return gain > 1e-12 ? settled(points, moved, places) : bends;
}

function haveTwoPointsEach(points: readonly Place[], bends: readonly number[]): boolean {
  const ends = [-Infinity, ...bends, Infinity];
  return ends.slice(1).every((to, at) => {
    const from = ends[at] ?? to;
    return points.filter(({ x }) => x >= from && x < to).length >= 2;
  });
}

function bendsOf(points: readonly Place[], { bends, slopes }: Pieces): readonly Knee[] {
  return bends.map((x, at) => {
    const distances = points.map((point) => Math.abs(point.x - x));
    return {
      index: distances.indexOf(Math.min(...distances)),
      x,
      before: slopes[at] ?? 0,
      after: slopes[at + 1] ?? 0,
    };
  });
}
