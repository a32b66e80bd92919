// How much faster a rung is than the one before it, in the same run.
import { doubtOf } from './rung.ts';
import type { Rung } from './rung.ts';

/** A rung beside the one before it. */
export interface Step {
  /** The rung before: the last one below that was timed, and does not break on purpose. */
  readonly before: string;
  /** How many times as fast. */
  readonly ratio: number;
  /** One of the two times must not be compared. */
  readonly isApproximate: boolean;
}

/** The steps of one run, by variant; the first rung has none, nor has a row of somebody else. */
export function stepsOf(rungs: readonly Rung[], breaking: ReadonlySet<string>): ReadonlyMap<string, Step> {
  const timed = rungs.flatMap((rung) => {
    const { point, series } = rung;
    if (rung.status !== 'passed' || rung.isNewer || !point.timing || point.peer) return [];
    return [{ variant: series.variant, ns: point.timing.medianNs, doubt: doubtOf(point) }];
  });
  const steps = timed.flatMap(({ variant, ns, doubt }, at) => {
    const before = timed.slice(0, at).findLast((one) => !breaking.has(one.variant));
    if (!before) return [];
    const isApproximate = doubt !== null || before.doubt !== null;
    return [[variant, { before: before.variant, ratio: before.ns / ns, isApproximate }] as const];
  });
  return new Map(steps);
}
