// Times of the suites and of the tests as series: judged by the detector and the gate that judge kernels.
import { detect, gate } from '@kernel-ladder/stats';
import type { SpeedNewest, SpeedQuantity, SpeedSeries } from '@kernel-ladder/schema';

/** What is counted of one run; what is not above 0 has no place in a series. */
export type Quantities<Run> = { readonly [Quantity in SpeedQuantity]?: (run: Run) => number };

interface Point {
  readonly place: number;
  readonly value: number;
}

interface Points {
  readonly quantity: SpeedQuantity;
  readonly points: readonly Point[];
}

/** A series of each quantity of some runs, which are in their order; each names a run by its place. */
export function speedSeries<Run>(runs: readonly Run[], quantities: Quantities<Run>): readonly SpeedSeries[] {
  const all = Object.entries(quantities)
    .map(([quantity, of]) => ({
      // A key of the table.
      quantity: quantity as SpeedQuantity,
      points: runs.map((run, place) => ({ place, value: of(run) })).filter(({ value }) => value > 0),
    }))
    .filter(({ points }) => points.length > 0);
  const newest = newestOf(all.filter(({ points }) => points.at(-1)?.place === runs.length - 1));
  return all.map((each) => judged(each, newest.get(each.quantity) ?? null));
}

function judged({ quantity, points }: Points, newest: SpeedNewest | null): SpeedSeries {
  const { sigma, segments, changes } = detectIn({ quantity, points });
  const placeOf = (index: number) => points[index]?.place ?? 0;
  return {
    quantity,
    sigma,
    levels: segments.map(({ start, end, level }) => ({
      first: placeOf(start),
      last: placeOf(end - 1),
      level,
    })),
    changes: changes.map(({ index, direction, effect, ciLow, ciHigh, p }) => ({
      direction,
      before: placeOf(index - 1),
      after: placeOf(index),
      effect,
      ciLow,
      ciHigh,
      p,
    })),
    newest,
  };
}

function detectIn({ quantity, points }: Points) {
  return detect({ id: quantity, values: points.map(({ value }) => value), direction: 'lower' });
}

// The newest run against the level before it.
function newestOf(all: readonly Points[]): ReadonlyMap<string, SpeedNewest> {
  const series = all
    .filter(({ points }) => points.length > 1)
    .map(({ quantity, points }) => {
      const past = points.slice(0, -1);
      const level = past.slice(detectIn({ quantity, points: past }).segments.at(-1)?.start ?? 0);
      const [segment, newest] = [level, points.slice(-1)].map((part) => part.map(({ value }) => value));
      return { id: quantity, direction: 'lower' as const, segment: segment ?? [], newest: newest ?? [] };
    });
  return series.length === 0 ? new Map() : new Map(gate(series).map(({ id, ...row }) => [id, row]));
}
