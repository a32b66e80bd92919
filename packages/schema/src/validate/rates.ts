// Rates follow from work and time: whoever has both computes them again, by the table of metrics.
import { metricTable, peakNs } from '../metrics.ts';
import type { Machine, Metrics, Timing, Work } from '../types.generated.ts';
import { below } from './contradiction.ts';
import type { Contradiction } from './contradiction.ts';

// The history keeps five significant digits of the six that were measured: half a unit of the last in both.
const rounding = 6e-5;
// Above it the harness calls a time a measurement error.
const mostOfPeak = 105;

/** The rates of a result, and what they follow from. */
export interface Rated {
  readonly metrics?: { readonly [Metric in keyof Metrics]?: number | undefined } | undefined;
  readonly work: Work;
  readonly timing?: Pick<Timing, 'medianNs'> | undefined;
}

const stages = ['buildNs', 'passesNs', 'generateNs', 'pipelinesNs'] as const;

type Rates = NonNullable<Rated['metrics']>;

/** A rate that is not the work over the median time. */
export function rateContradiction(
  metrics: Rates,
  work: Work,
  timing: Pick<Timing, 'medianNs'>,
): Contradiction | undefined {
  for (const id of ['gbps', 'gflops'] as const) {
    const [stored, { derive, formula }] = [metrics[id], metricTable[id]];
    const expected = derive({ work, timing });
    if (stored !== undefined && !isAbout(stored, expected))
      return [`/${id}`, `${stored} is not ${formula}, ${Number(expected.toPrecision(5))}`];
  }
  const { algbw, gbps } = metrics;
  if (algbw !== undefined && gbps !== undefined && algbw > gbps)
    return ['/algbw', `${algbw} is above gbps, ${gbps}: the vector of one rank is part of all bytes`];
  return compileContradiction(metrics);
}

function compileContradiction(metrics: Rates): Contradiction | undefined {
  const { compileNs } = metrics;
  if (compileNs === undefined) return undefined;
  let sum = 0;
  // A loop, as millions of results pass here.
  for (const id of stages) sum += metrics[id] ?? 0;
  // The history rounds the sum and its parts, each by itself.
  return Math.abs(compileNs - sum) <= 2 * rounding * sum
    ? undefined
    : ['/compileNs', `${compileNs} is not ${metricTable.compileNs.formula}, ${sum}`];
}

/** A result's rates against its own work and time, and its share of the datasheet's peak. */
export function metricContradiction(
  { metrics, work, timing }: Rated,
  { peaks }: Pick<Machine, 'peaks'>,
): Contradiction | undefined {
  if (!metrics || !timing) return undefined;
  return below(
    '/metrics',
    rateContradiction(metrics, work, timing) ?? peakContradiction(metrics, { work, timing }, peaks),
  );
}

// What the share of the measured roof follows from is not all in the file: a merged run keeps the roofs of its first shard alone,
// and a resumed one those of its beginning.
function peakContradiction(
  { pctOfPeak, pctOfRoof = 0 }: Rates,
  { work, timing }: { readonly work: Work; readonly timing: Pick<Timing, 'medianNs'> },
  peaks: Machine['peaks'],
): Contradiction | undefined {
  // A copy may be slower than the memory: its roof bounds only what no datasheet does.
  if (pctOfPeak === undefined)
    return pctOfRoof > mostOfPeak
      ? ['/pctOfRoof', `${pctOfRoof} is above ${mostOfPeak}: a measurement error`]
      : undefined;
  if (!peaks) return ['/pctOfPeak', `${pctOfPeak}, and the machine has no datasheet peak`];
  if (pctOfPeak > mostOfPeak)
    return ['/pctOfPeak', `${pctOfPeak} is above ${mostOfPeak}: a measurement error`];
  // Which peak bounds the result is not stored: it is one of these.
  for (const fastestNs of fastestTimes(work, peaks))
    if (isAbout(pctOfPeak, (100 * fastestNs) / timing.medianNs)) return undefined;
  return ['/pctOfPeak', `${pctOfPeak} follows from no peak of the machine, and ${timing.medianNs} ns`];
}

type Peaks = NonNullable<Machine['peaks']>;

const fastest = new WeakMap<Work, { readonly of: Peaks; readonly times: readonly number[] }>();

// The shortest times that the peaks of a machine allow, in ns, by the kind of its arithmetic, from memory and from a cache. Runs that
// were read one after the other share the work that is the same.
function fastestTimes(work: Work, peaks: Peaks): readonly number[] {
  const known = fastest.get(work);
  if (known?.of === peaks) return known.times;
  const times = Object.keys(peaks.gflops).flatMap((arithmetic) =>
    [false, true].flatMap((inCache) => peakNs(work, { peaks, arithmetic, inCache }) ?? []),
  );
  fastest.set(work, { of: peaks, times });
  return times;
}

function isAbout(stored: number, expected: number): boolean {
  return Math.abs(stored - expected) <= rounding * Math.abs(expected);
}
