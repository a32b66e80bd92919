// One variant at one commit: all its runs are one point, with how far they are apart.
import { otherChoice, peerDifferences } from '@kernel-ladder/schema';
import type { MetricId, SiteFamily, SitePoint, SiteSeries } from '@kernel-ladder/schema';
import { measuredIn } from './metric.ts';
import type { Measured } from './metric.ts';
import { middleOf } from './middle.ts';
import { peerOf } from './peers.ts';
import { doubtOf, reasonOf } from './rung.ts';
import { ceilingOf } from './share.ts';
import type { Ceiling } from './share.ts';

/** One variant at one commit. */
export type TrendPoint =
  | {
      readonly status: 'passed';
      /** The middle of the runs; low and high are the ends over all of them. */
      readonly measured: Measured | null;
      /** How many runs have the value. */
      readonly runs: number;
      /** The least and the greatest value of the runs; null of a single one. */
      readonly between: readonly [low: number, high: number] | null;
      /** The roof or peak that a share is of; null of what is no share. */
      readonly ceiling: string | null;
      /** Why its time must not be compared; null where it may. */
      readonly doubt: string | null;
      readonly kernelHash: string | null;
      /** Another kernel than at the point before: only then can the code be why a time moved. */
      readonly isNewKernel: boolean;
      /** Parameters then and now, where a tuning table made them others than at the point before. */
      readonly otherChoice: string | null;
      /** What is another about the peer than when it last ran, where a new series begins; empty of a kernel of ours. */
      readonly changed: readonly string[];
    }
  | { readonly status: 'failed' | 'skipped'; readonly reason: string };

/** In which metric, and under which roofs; without a machine shares do not name theirs. */
export interface PointContext {
  readonly metric: MetricId;
  readonly machine: Ceiling | null;
}

/** What a point is compared with: the last kernel before it, and the last point that was not skipped, whose version is known. */
export interface Before {
  readonly kernelHash: string | undefined;
  /** The last point that passed. */
  readonly passed: SitePoint | undefined;
  readonly ran: SitePoint | undefined;
}

/** The points of one series at one commit, in the order of the runs, and what was before them. */
export interface Placed {
  readonly series: SiteSeries;
  readonly own: readonly SitePoint[];
  readonly before: Before;
}

/** What the next commit's points are compared with. */
export function after(before: Before, own: readonly SitePoint[]): Before {
  return {
    kernelHash: own.findLast(({ kernelHash }) => kernelHash)?.kernelHash ?? before.kernelHash,
    passed: own.findLast(isPassed) ?? before.passed,
    ran: own.findLast(({ status }) => status !== 'skipped') ?? before.ran,
  };
}

/** Makes one point of them; a failure in any run is a failure. Null without runs. */
export function commitPoint(
  family: SiteFamily,
  { series, own, before }: Placed,
  context: PointContext,
): TrendPoint | null {
  const last = tellingOf(own);
  if (!last) return null;
  if (last.status !== 'passed') return { status: last.status, reason: reasonOf(last) };
  const passed = comparableOf(own.filter((point) => isPassed(point) && point.peer === last.peer));
  const kernelHash = passed.findLast((point) => point.kernelHash)?.kernelHash ?? null;
  return {
    status: 'passed',
    ...measuredOver(passed, context.metric),
    ceiling: ceilingOf(context.metric, series, { point: passed.at(-1) ?? last, machine: context.machine }),
    doubt: doubtOf(passed.at(-1) ?? last),
    kernelHash,
    isNewKernel: isOther(before.kernelHash, kernelHash),
    otherChoice: before.passed ? otherChoice(before.passed, passed.at(-1)) : null,
    changed: changedFrom(family, before.ran, last),
  };
}

// What decides about the commit: a failure, else a time, else a reason.
function tellingOf(points: readonly SitePoint[]): SitePoint | undefined {
  return points.findLast(({ status }) => status === 'failed') ?? points.findLast(isPassed) ?? points.at(-1);
}

function isOther(before: string | undefined, hash: string | null): boolean {
  return before !== undefined && hash !== null && before !== hash;
}

function isPassed({ status }: SitePoint): boolean {
  return status === 'passed';
}

// A time that may be compared is not mixed with one that may not.
function comparableOf(points: readonly SitePoint[]): readonly SitePoint[] {
  const comparable = points.filter((point) => doubtOf(point) === null);
  return comparable.length > 0 ? comparable : points;
}

function measuredOver(points: readonly SitePoint[], metric: MetricId) {
  const all = points.flatMap((point) => measuredIn(point, metric) ?? []);
  const [first] = all;
  if (!first || all.length === 1) return { measured: first ?? null, runs: all.length, between: null };
  const values = all.map(({ value }) => value);
  const measured: Measured = {
    value: middleOf(values) ?? first.value,
    low: Math.min(...all.map(({ low }) => low)),
    high: Math.max(...all.map(({ high }) => high)),
    // The interval of one median says nothing of the difference between runs.
    interval: null,
    n: all.reduce((sum, { n }) => sum + n, 0),
    medianNs: middleOf(all.map(({ medianNs }) => medianNs)) ?? first.medianNs,
  };
  return { measured, runs: all.length, between: [Math.min(...values), Math.max(...values)] as const };
}

function changedFrom(family: SiteFamily, before: SitePoint | undefined, point: SitePoint): readonly string[] {
  const [was, is] = [before && peerOf(family, before), peerOf(family, point)];
  return was && is ? peerDifferences(was, is) : [];
}
