// One rung over two axes as rows of cells: how strong each is, and where the slope changes.
import { metricOf } from '@kernel-ladder/schema';
import type { Axis, Value } from './axes.ts';
import { kneesAlong } from './knees.ts';
import type { Landscape, Spot } from './landscape.ts';

/** The choice of the fastest rung of each cell in the place of one rung. */
export const fastestRung = 'fastest';

/** Steps of the scale of colours. */
export const levels = 9;

/** One place. */
export interface Cell {
  readonly spot: Spot;
  /** 0 is the least value of the map, `levels` − 1 the greatest. */
  readonly level: number;
  /** Whether the slope changes here along the axis across, and along the one upwards. */
  readonly isKneeAcross: boolean;
  readonly isKneeUp: boolean;
}

/** A map: rows along the axis upwards, cells along the one across; null where nothing was timed. */
export interface HeatMap {
  readonly variant: string;
  readonly columns: readonly Value[];
  readonly rows: readonly { readonly value: Value; readonly cells: readonly (Cell | null)[] }[];
  /** Where the steps of colour begin and the last one ends: one more than there are steps. */
  readonly bounds: readonly number[];
}

/** The rungs that a map can show, the fullest first in the ladder's order. */
export function rungsIn({ curves }: Pick<Landscape, 'curves'>): readonly string[] {
  return [...new Set(curves.map(({ variant }) => variant))];
}

/** The map of a rung, or of the fastest of each cell; null along a single axis. */
export function heatMapOf(landscape: Landscape, variant: string): HeatMap | null {
  const { up, across, curves } = landscape;
  if (!up) return null;
  const all = curves.flatMap(({ spots }) => spots);
  const spots =
    variant === fastestRung ? fastestOf(all) : all.filter(({ series }) => series.variant === variant);
  if (spots.length === 0) return null;
  const columns = across.values.filter((value) => spots.some(({ x }) => x === value));
  const scale = scaleOf(spots.map(({ measured }) => measured.value));
  const knees = {
    across: kneeSpots(spots, { along: 'x', by: 'y', axis: across }),
    up: kneeSpots(spots, { along: 'y', by: 'x', axis: up }),
  };
  const cellAt = (x: Value, y: Value): Cell | null => {
    const spot = spots.find((one) => one.x === x && one.y === y);
    if (!spot) return null;
    return {
      spot,
      level: scale.levelOf(spot.measured.value),
      isKneeAcross: knees.across.has(spot),
      isKneeUp: knees.up.has(spot),
    };
  };
  const rows = up.values
    .filter((value) => spots.some(({ y }) => y === value))
    .map((value) => ({ value, cells: columns.map((x) => cellAt(x, value)) }));
  return { variant, columns, rows, bounds: scale.bounds };
}

// Of our own rungs; somebody else's is none. A time that may be compared goes first.
function fastestOf(spots: readonly Spot[]): readonly Spot[] {
  const own = spots.filter(({ point }) => point.peer === undefined);
  const places = Map.groupBy(own, ({ x, y }) => JSON.stringify([x, y]));
  return [...places.values()].flatMap((group) =>
    group
      .toSorted(
        (a, b) =>
          Number(a.doubt !== null) - Number(b.doubt !== null) || a.measured.medianNs - b.measured.medianNs,
      )
      .slice(0, 1),
  );
}

interface Direction {
  readonly along: 'x' | 'y';
  readonly by: 'x' | 'y';
  readonly axis: Axis;
}

function kneeSpots(spots: readonly Spot[], { along, by, axis }: Direction): ReadonlySet<Spot> {
  const lines = [...Map.groupBy(spots, (spot) => spot[by]).values()];
  return new Set(
    lines.flatMap((line) => {
      const ordered = line.toSorted((a, b) => placeOf(axis, a[along]) - placeOf(axis, b[along]));
      const row = ordered.map((spot) => ({ value: spot[along] ?? '', measured: spot.measured }));
      return kneesAlong(axis, row).flatMap(({ index }) => ordered[index] ?? []);
    }),
  );
}

function placeOf({ values }: Axis, value: Value | null): number {
  return value === null ? -1 : values.indexOf(value);
}

interface Scale {
  readonly bounds: readonly number[];
  readonly levelOf: (value: number) => number;
}

// In equal factors, as rates and times differ by factors; nine equal steps where a value is not above nought.
function scaleOf(values: readonly number[]): Scale {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const isLog = least > 0;
  const [from, to] = isLog ? [Math.log(least), Math.log(most)] : [least, most];
  const width = (to - from) / levels;
  const bounds = Array.from({ length: levels + 1 }, (_, at) => {
    const bound = from + at * width;
    return isLog ? Math.exp(bound) : bound;
  });
  const levelOf = (value: number) => {
    const place = ((isLog ? Math.log(value) : value) - from) / (width || 1);
    return Math.min(levels - 1, Math.max(0, Math.floor(place + 1e-9)));
  };
  return { bounds, levelOf };
}

/** Whether a stronger colour is the better one. */
export function isStrongerBetter({ metric }: Pick<Landscape, 'metric'>): boolean {
  return metricOf(metric).better === 'higher';
}
