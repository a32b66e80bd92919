// Samples → the timing block of a result: tinybench's statistics, our quantiles and interval.
import { metricIds, metricOf } from '@kernel-ladder/schema/measuring';
import type { MetricId, Timing } from '@kernel-ladder/schema';
import { medianInterval, quantile, sorted } from '@kernel-ladder/stats';
import { Bench } from 'tinybench';

/** How the samples were taken. */
export type Conditions = Pick<Timing, 'cache' | 'hazard' | 'method' | 'warmupMs' | 'stopReason'>;

/** Summarises samples in ns; throws on an empty sample. */
export function summarise(samplesNs: readonly number[], conditions: Conditions): Timing {
  const ascending = sorted(samplesNs);
  const at = (p: number) => Math.round(quantile(ascending, p));
  const { low, high } = medianInterval(ascending);
  const replayed = replay(samplesNs);
  return {
    ...conditions,
    ...quantilesOf(at),
    n: samplesNs.length,
    minNs: at(0),
    p05Ns: at(0.05),
    p25Ns: at(0.25),
    medianNs: Math.max(1, at(0.5)),
    p75Ns: at(0.75),
    p95Ns: at(0.95),
    maxNs: at(1),
    // Back from milliseconds, the mean of equal samples can lie beside them.
    meanNs: Math.min(at(1), Math.max(at(0), Math.round(replayed.mean * 1e6))),
    sdNs: Math.round(samplesNs.length > 1 ? replayed.sd * 1e6 : 0),
    ciLowNs: Math.round(low),
    ciHighNs: Math.round(high),
  };
}

// The quantiles that the table of metrics asks for, beside those that every timing has.
function quantilesOf(at: (p: number) => number): { readonly [Id in MetricId]?: number } {
  return Object.fromEntries(
    metricIds.flatMap((id) => {
      const { quantile: p } = metricOf(id);
      return p === undefined ? [] : [[id, at(p)] as const];
    }),
  );
}

/** Runs the durations through tinybench in place of its own clock; its figures are in milliseconds. */
export function replay(samplesNs: readonly number[]) {
  const bench = new Bench({ time: 0, iterations: samplesNs.length, warmup: false, throws: true });
  let next = 0;
  // tinybench silently takes the host clock for an override that is not a finite number ≥ 0.
  if (samplesNs.some((value) => !Number.isFinite(value) || value < 0))
    throw new RangeError('a sample is no duration');
  bench.add('replay', () => ({ overriddenDuration: (samplesNs[next++] ?? 0) / 1e6 }), { async: false });
  const [task] = bench.runSync();
  if (task?.result.state !== 'completed')
    throw new Error(`tinybench could not replay: ${task?.result.state}`);
  return task.result.latency;
}
