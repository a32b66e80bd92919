// The results of one run as rows: the number with its check, how it was sampled, and why there is none.
import type { Result, Timing } from '@kernel-ladder/schema';
import { summariseChecks } from './checks.ts';

/** A result in few words. */
export interface RunRow {
  readonly id: string;
  readonly result: Result;
  readonly timing: Timing | null;
  /** Largest error over the tolerance of the check; null of what was not checked. */
  readonly error: number | null;
  /** As in `12 of 12 edge cases`; empty where this run checked none. */
  readonly coverage: string;
  /** Why there is no number, or why it may not be compared; empty where there is nothing to say. */
  readonly why: string;
  /** Time on the device that the samples stand for, in ns: their mean so many times. */
  readonly sampledNs: number | null;
  /** Raw samples in time order; runs in the history have none. */
  readonly samplesNs: readonly number[];
}

/** The rows, in the order of the run. */
export function runRows(results: readonly Result[]): readonly RunRow[] {
  return results.map((result) => {
    const { id, check, timing = null, samplesNs = [] } = result;
    return {
      id,
      result,
      timing,
      error: check?.worstErrorOverTolerance ?? null,
      coverage: coverageOf(result),
      why: whyOf(result),
      sampledNs: timing === null ? null : timing.n * timing.meanNs,
      samplesNs,
    };
  });
}

function coverageOf({ coverage }: Result): string {
  if (coverage.length === 0) return '';
  const { judged, passed, failed, breaks } = summariseChecks({ coverage });
  const broken = breaks.reduce((sum, { count }) => sum + count, 0);
  return [
    `${passed} of ${judged} edge cases`,
    ...(broken > 0 ? [`${broken} broke as expected`] : []),
    ...(failed.length > 0 ? [`failed: ${failed.join('; ')}`] : []),
  ].join(', ');
}

function whyOf({ status, reason, comparable, comparableReasons }: Result): string {
  if (status !== 'passed') return reason ? `${reason.code}: ${reason.message}` : 'no reason recorded';
  if (comparable) return '';
  return `not comparable: ${comparableReasons.map((each) => each.replaceAll('-', ' ')).join(', ') || 'no reason recorded'}`;
}

/** Where the quantiles of a timing lie between its least and its greatest sample, each from 0 to 1. */
export function quantilePlaces({ minNs, maxNs, p05Ns, p25Ns, medianNs, p75Ns, p95Ns }: Timing) {
  const span = Math.max(1, maxNs - minNs);
  const at = (ns: number) => (ns - minNs) / span;
  return { p05: at(p05Ns), p25: at(p25Ns), median: at(medianNs), p75: at(p75Ns), p95: at(p95Ns) };
}
