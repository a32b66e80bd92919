// Which series the trend has: those that the address names, else every rung of the chosen case.
import { metricOf, numberTypeOf } from '@kernel-ladder/schema';
import type { MetricId, SiteFamily, SiteSeries } from '@kernel-ladder/schema';
import { seriesAt } from './rung.ts';

/** The series of a trend, and what of the wish for them cannot be had. */
export interface Picked {
  readonly series: readonly SiteSeries[];
  /** True where the address names them: each can be taken away, and any other put beside them. */
  readonly isOwnChoice: boolean;
  readonly notes: readonly string[];
}

/** Finds them by their ids, in the order of the address. */
export function pickSeries(
  family: SiteFamily,
  caseName: string,
  { ids, metric }: { readonly ids: readonly string[]; readonly metric: MetricId },
): Picked {
  const found = ids.flatMap((id) => family.series.find((one) => one.id === id) ?? []);
  const unknown = ids.filter((id) => !found.some((one) => one.id === id));
  const instead = found.length === 0 ? 'the rungs of the case' : 'the others';
  const missing = unknown.map((id) => `No series “${id}” in ${family.family} here; showing ${instead}.`);
  if (found.length === 0) return { series: seriesAt(family, caseName), isOwnChoice: false, notes: missing };
  const series = found.filter((one) => isBeside(found[0], one, metric));
  const apart = found.filter((one) => !series.includes(one));
  const others = apart.map(({ id }) => `${id} counts other operations: it has no place on this axis.`);
  return { series, isOwnChoice: true, notes: [...missing, ...others] };
}

/** Series that may be put beside these: every other one whose values have the same unit. */
export function addable(family: SiteFamily, { series }: Picked, metric: MetricId): readonly SiteSeries[] {
  return family.series.filter((one) => !series.includes(one) && isBeside(series[0], one, metric));
}

// Operations of integers and of floats share no axis; times and shares do.
function isBeside(first: SiteSeries | undefined, one: SiteSeries, metric: MetricId): boolean {
  const { units } = metricOf(metric);
  if (first === undefined || units.float === units.integer) return true;
  return numberTypeOf(first.dtype.acc) === numberTypeOf(one.dtype.acc);
}
