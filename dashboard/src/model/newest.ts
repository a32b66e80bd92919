// The newest time of a series that says anything: a comparable one before any other.
import type { SitePoint, SiteSeries } from '@kernel-ladder/schema';
import { doubtOf } from './rung.ts';

/** The newest passed and timed point, one that may be compared where there is any; null where nothing was timed. */
export function newestTimed({ points }: Pick<SiteSeries, 'points'>, software: boolean): SitePoint | null {
  const timed = points.filter(({ status, timing }) => status === 'passed' && timing !== undefined);
  const comparable = software ? timed : timed.filter((point) => doubtOf(point) === null);
  return comparable.at(-1) ?? timed.at(-1) ?? null;
}
