// What the history keeps of a run.
import type { Metrics, Result, Run } from '@kernel-ladder/schema';

/** What becomes of a run on its way into the history: no raw samples, rates at five significant digits. */
export function toHistory(run: Run): Run {
  return { ...run, results: run.results.map(shorten) };
}

function shorten(result: Result): Result {
  const { samplesNs: _, ...kept } = result;
  return kept.metrics ? { ...kept, metrics: roundRates(kept.metrics) } : kept;
}

function roundRates(metrics: Metrics): Metrics {
  return Object.fromEntries(
    Object.entries(metrics).map(([name, value]) => [name, Number(value.toPrecision(5))]),
  );
}
