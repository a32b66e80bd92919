// Order statistics of one sample; nothing here assumes a distribution.

/** A closed interval in the unit of the sample. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** An ascending copy. */
export function sorted(values: readonly number[]): readonly number[] {
  return values.toSorted((a, b) => a - b);
}

/**
 * The p-quantile of ascending values, 0 ≤ p ≤ 1, linear between neighbours
 * (Hyndman and Fan 1996, type 7). Throws on an empty sample.
 */
export function quantile(ascending: readonly number[], p: number): number {
  const position = (ascending.length - 1) * p;
  const below = ascending[Math.floor(position)];
  const above = ascending[Math.ceil(position)];
  if (below === undefined || above === undefined)
    throw new RangeError(`no ${p}-quantile of ${ascending.length} values`);
  return below + (above - below) * (position - Math.floor(position));
}

/** The median of values in any order. */
export function median(values: readonly number[]): number {
  return quantile(sorted(values), 0.5);
}

/**
 * Distribution-free 95 % interval of the median: the ranks (n ∓ 1.96√n)/2 of ascending values
 * (Conover, Practical Nonparametric Statistics, 3.2). With fewer than six values it is the whole range,
 * which then covers the median less often than that.
 */
export function medianInterval(ascending: readonly number[]): Interval {
  const n = ascending.length;
  const reach = 1.96 * Math.sqrt(n);
  const lowRank = Math.max(1, Math.floor((n - reach) / 2));
  const highRank = Math.min(n, Math.ceil(1 + (n + reach) / 2));
  const low = ascending[lowRank - 1];
  const high = ascending[highRank - 1];
  if (low === undefined || high === undefined) throw new RangeError('no interval of an empty sample');
  return { low, high };
}

/** Arithmetic mean; NaN for an empty sample. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Standard deviation with n − 1; 0 for fewer than two values. */
export function standardDeviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}
