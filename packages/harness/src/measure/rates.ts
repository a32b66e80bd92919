// Time → rates and shares of a roof: the table of metrics has the formulas, families state the work.
import { metricIds, metricOf } from '@kernel-ladder/schema/measuring';
import type { Plan } from '../contract/family.ts';
import type { Launch } from '../launch/launch.ts';
import type { Ceilings, Measurement, Metrics, Timing } from '@kernel-ladder/schema';

/** Every metric that the table can compute from this work and time. */
export function deriveMetrics(work: Measurement['work'], timing: Timing, ceilings: Ceilings): Metrics {
  const derived = metricIds.flatMap((id) => {
    const value = metricOf(id).derive?.({ work, timing, ceilings });
    return value === undefined ? [] : [[id, round(value)] as const];
  });
  return Object.fromEntries(derived);
}

/** What a compiler took for a launch, with its pipelines; nothing where no compiler made it. */
export function compileMetrics(
  { compiled }: Pick<Plan, 'compiled'>,
  { compileMs }: Pick<Launch, 'compileMs'>,
): Metrics {
  if (!compiled) return {};
  const { buildNs, passesNs, generateNs } = compiled;
  const stages = { buildNs, passesNs, generateNs, pipelinesNs: 1e6 * compileMs };
  const compileNs = Object.values(stages).reduce((sum, ns) => sum + ns, 0);
  return Object.fromEntries(Object.entries({ compileNs, ...stages }).map(([id, ns]) => [id, Math.round(ns)]));
}

function round(value: number): number {
  return Number(value.toPrecision(6));
}
