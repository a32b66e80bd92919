// The rate of every rung over the size of the problem: the cases that differ from the chosen one by size alone.
import type { SiteFamily, SiteSeries } from '@kernel-ladder/schema';
import type { Measure } from '../format.ts';
import { measuredIn, numbersOf } from './metric.ts';
import type { Measured } from './metric.ts';
import { newestTimed } from './newest.ts';
import { doubtOf, seriesAt, variantsOf } from './rung.ts';
import { sweepOf } from './sweep.ts';

/** One rung at one size, by its newest time. */
interface SizePoint {
  readonly size: number;
  readonly case: string;
  readonly measured: Measured;
  /** Why its time must not be compared; null where it may. */
  readonly doubt: string | null;
  /** Index of its run in the family's file. */
  readonly run: number;
}

/** One rung, smallest size first. */
export interface SizeLine {
  readonly variant: string;
  /** Gives the look: the places of the chosen case, then those of rungs that only other sizes have. */
  readonly place: number;
  readonly points: readonly SizePoint[];
}

/** A chart's worth of lines, in the family's headline metric. */
export interface Sizes extends Measure {
  readonly axis: string;
  /** Every size that some rung has, the smallest first. */
  readonly sizes: readonly number[];
  readonly lines: readonly SizeLine[];
}

/** The lines through a case; null where it has no other sizes, or none of them was timed. */
export function sizesOf(family: SiteFamily, caseName: string, software: boolean): Sizes | null {
  const own = seriesAt(family, caseName);
  const [first] = own;
  const sweep = first && sweepOf(first.params, timedOf(family, software));
  if (!sweep) return null;
  const { metric } = family.ladder.headline;
  const places = [...new Set([...own.map(({ variant }) => variant), ...variantsOf(family)])];
  const lines = places.flatMap((variant, place) => {
    const series = family.series.filter((one) => one.variant === variant);
    const points = series.flatMap((one) => pointOf(one, sweep.sizeOf(one.params), { metric, software }));
    // One point is no line: the ladder and the table have it.
    return points.length > 1 ? [{ variant, place, points: points.toSorted((a, b) => a.size - b.size) }] : [];
  });
  const sizes = [...new Set(lines.flatMap(({ points }) => points.map(({ size }) => size)))];
  if (lines.length === 0) return null;
  return {
    axis: sweep.axis,
    metric,
    numbers: numbersOf(own),
    sizes: sizes.toSorted((a, b) => a - b),
    lines,
  };
}

// Only what was timed makes a size.
function timedOf(family: SiteFamily, software: boolean): readonly SiteSeries['params'][] {
  return family.series.filter((one) => newestTimed(one, software)).map(({ params }) => params);
}

function pointOf(
  series: SiteSeries,
  size: number | null,
  { metric, software }: { readonly metric: Measure['metric']; readonly software: boolean },
): readonly SizePoint[] {
  const point = size === null ? null : newestTimed(series, software);
  const measured = point && measuredIn(point, metric);
  if (size === null || !point || !measured) return [];
  return [{ size, case: series.case, measured, doubt: software ? null : doubtOf(point), run: point.run }];
}
