// The statistics of one sample stand in their order.
import type { NumberOf } from '../measured.ts';
import type { Result, Timing } from '../types.generated.ts';
import { below, firstBelow } from './contradiction.ts';
import type { Contradiction } from './contradiction.ts';

const ascending = ['minNs', 'p05Ns', 'p25Ns', 'medianNs', 'p75Ns', 'p95Ns', 'p99Ns', 'maxNs'] as const;
const interval = ['minNs', 'ciLowNs', 'medianNs', 'ciHighNs', 'maxNs'] as const;
const middle = ['minNs', 'meanNs', 'maxNs'] as const;

/** A statistic that stands on the wrong side of another. */
export function disorder(timing: Timing): Contradiction | undefined {
  return disorderIn((name) => timing[name]);
}

type Statistic = keyof Timing & `${string}Ns`;

/** The same of statistics by their names. */
export function disorderIn(numberOf: NumberOf<Statistic>): Contradiction | undefined {
  return (
    outOfOrder(numberOf, ascending) ??
    outOfOrder(numberOf, interval) ??
    outOfOrder(numberOf, middle) ??
    spread(numberOf)
  );
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

function outOfOrder(numberOf: NumberOf<Statistic>, names: readonly Statistic[]): Contradiction | undefined {
  let [least, of] = [0, ''];
  for (const name of names) {
    const value = numberOf(name);
    // Older runs lack the 99th percentile.
    if (value === undefined) continue;
    // Less than half a nanosecond is stored as 0, and as 1 where it is the median.
    if (Math.max(1, value) < least) return [`/${name}`, `${value} is below ${of}, ${least}`];
    [least, of] = [value, name];
  }
  return undefined;
}

// No sample deviates by more than its range, which is rounded as the deviation is.
function spread(numberOf: NumberOf<Statistic>): Contradiction | undefined {
  const [minNs = 0, maxNs = 0, sdNs = 0] = [numberOf('minNs'), numberOf('maxNs'), numberOf('sdNs')];
  const range = maxNs - minNs;
  return sdNs > range + 1 ? ['/sdNs', `${sdNs} is above the range from minNs to maxNs, ${range}`] : undefined;
}

function otherSample({ n }: Timing, samplesNs: readonly number[]): Contradiction | undefined {
  return samplesNs.length === n
    ? undefined
    : ['/samplesNs', `has ${samplesNs.length} samples, and timing/n is ${n}`];
}
