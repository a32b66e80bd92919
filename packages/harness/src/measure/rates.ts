// Time → rates and shares of a roof: the table of metrics has the formulas, families state the work.
import { metricIds, metricOf } from '@kernel-ladder/schema/measuring';
import type { Ceilings, Measurement, Metrics, Timing } from '@kernel-ladder/schema';

/** Every metric that the table can compute from this work and time. */
export function deriveMetrics(work: Measurement['work'], timing: Timing, ceilings: Ceilings): Metrics {
  const derived = metricIds.flatMap((id) => {
    const value = metricOf(id).derive?.({ work, timing, ceilings });
    return value === undefined ? [] : [[id, round(value)] as const];
  });
  return Object.fromEntries(derived);
}

function round(value: number): number {
  return Number(value.toPrecision(6));
}
