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

/** A statistic that stands on the wrong side of another. */
export function disorder(timing: Timing): Contradiction | undefined {
  return disorderIn(statistics.map((name) => timing[name] ?? Number.NaN));
}

/** The values of `statistics` in their order; NaN of one that is not there. */
export type Statistics = ArrayLike<number>;

/** The same of the values of the statistics. */
export function disorderIn(values: Statistics): Contradiction | undefined {
  for (const order of orders) {
    const found = outOfOrder(values, order);
    if (found) return found;
  }
  return spread(values);
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

function outOfOrder(values: Statistics, order: readonly number[]): Contradiction | undefined {
  let [above, of] = [0, 0];
  for (const place of order) {
    const value = values[place] ?? Number.NaN;
    // Older runs lack the 99th percentile.
    if (Number.isNaN(value)) continue;
    // Less than half a nanosecond is stored as 0, and as 1 where it is the median.
    if (Math.max(1, value) < above)
      return [`/${statistics[place]}`, `${value} is below ${statistics[of]}, ${above}`];
    [above, of] = [value, place];
  }
  return undefined;
}

// No sample deviates by more than its range, which is rounded as the deviation is.
function spread(values: Statistics): Contradiction | undefined {
  const [minNs = 0, maxNs = 0, sdNs = 0] = [values[least], values[most], values[deviation]];
  const range = maxNs - minNs;
  return sdNs > range + 1 ? ['/sdNs', `${sdNs} is above the range from minNs to maxNs, ${range}`] : undefined;
}

function otherSample({ n }: Timing, samplesNs: readonly number[]): Contradiction | undefined {
  return samplesNs.length === n
    ? undefined
    : ['/samplesNs', `has ${samplesNs.length} samples, and timing/n is ${n}`];
}
