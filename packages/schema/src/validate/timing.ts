// The statistics of one sample stand in their order.
import type { Result, Timing } from '../types.generated.ts';
import { below, firstBelow } from './contradiction.ts';
import type { Contradiction } from './contradiction.ts';

/** The statistics that stand in an order. */
export const statistics = [
  'minNs',
  'p05Ns',
  'p25Ns',
  'medianNs',
  'p75Ns',
  'p95Ns',
  'p99Ns',
  'maxNs',
  'ciLowNs',
  'ciHighNs',
  'meanNs',
  'sdNs',
] as const satisfies readonly (keyof Timing)[];

type Statistic = (typeof statistics)[number];

const placesOf = (...names: readonly Statistic[]) => names.map((name) => statistics.indexOf(name));
const orders = [
  placesOf('minNs', 'p05Ns', 'p25Ns', 'medianNs', 'p75Ns', 'p95Ns', 'p99Ns', 'maxNs'),
  placesOf('minNs', 'ciLowNs', 'medianNs', 'ciHighNs', 'maxNs'),
  placesOf('minNs', 'meanNs', 'maxNs'),
];
const [least = 0, most = 0, deviation = 0] = placesOf('minNs', 'maxNs', 'sdNs');
// Behind an order.
const end = -1;
const inOrders = Int32Array.from(orders.flatMap((order) => [...order, end]));

/** A statistic that stands on the wrong side of another. */
export function disorder(timing: Timing): Contradiction | undefined {
  const numbers = Float64Array.from(statistics, (name) => timing[name] ?? Number.NaN);
  const values = { numbers, first: 0, at: Int32Array.from(statistics, (_, place) => place) };
  return areInOrder(values) ? undefined : (disorderIn(numbers) ?? spread(values));
}

/** Numbers among which the values of `statistics` are: that of the statistic `s` at `first + at[s]`; nowhere where `at[s]` is negative. */
export interface StatisticsIn {
  readonly numbers: Float64Array;
  readonly first: number;
  readonly at: Int32Array;
}

/** Whether each statistic stands on the right side of the others. */
export function areInOrder(values: StatisticsIn): boolean {
  const { numbers, first, at } = values;
  let above = 0;
  // Hot: a long history has millions of timings.
  for (let each = 0; each < inOrders.length; each++) {
    const place = inOrders[each] ?? end;
    const value = place === end ? Number.NaN : valueIn(numbers, first, at[place]);
    if (isBelow(value, above)) return false;
    // Older runs lack the 99th percentile.
    if (!Number.isNaN(value)) above = value;
    else if (place === end) above = 0;
  }
  return spread(values) === undefined;
}

function valueIn(numbers: Float64Array, first: number, at = -1): number {
  return at < 0 ? Number.NaN : (numbers[first + at] ?? Number.NaN);
}

// Less than half a nanosecond is stored as 0, and as 1 where it is the median.
function isBelow(value: number, above: number): boolean {
  return Math.max(1, value) < above;
}

/** The same over both cache states of a result, and whether the sample is that of the summary. */
export function timingContradiction({
  timing,
  secondary = [],
  samplesNs,
}: Result): Contradiction | undefined {
  return (
    below('/timing', timing && disorder(timing)) ??
    firstBelow('/secondary', secondary, disorder) ??
    (timing && samplesNs ? otherSample(timing, samplesNs) : undefined)
  );
}

// Of the values of `statistics`.
function disorderIn(values: Float64Array): Contradiction | undefined {
  for (const order of orders) {
    const known = order.filter((place) => !Number.isNaN(values[place]));
    for (const [at, place] of known.entries()) {
      const [value = 0, before = 0] = [values[place], known[at - 1]];
      const above = at === 0 ? 0 : (values[before] ?? 0);
      if (isBelow(value, above))
        return [`/${statistics[place]}`, `${value} is below ${statistics[before]}, ${above}`];
    }
  }
  return undefined;
}

// No sample deviates by more than its range, which is rounded as the deviation is.
function spread({ numbers, first, at }: StatisticsIn): Contradiction | undefined {
  const range = valueIn(numbers, first, at[most]) - valueIn(numbers, first, at[least]);
  const sdNs = valueIn(numbers, first, at[deviation]);
  return sdNs > range + 1 ? ['/sdNs', `${sdNs} is above the range from minNs to maxNs, ${range}`] : undefined;
}

function otherSample({ n }: Timing, samplesNs: readonly number[]): Contradiction | undefined {
  return samplesNs.length === n
    ? undefined
    : ['/samplesNs', `has ${samplesNs.length} samples, and timing/n is ${n}`];
}
