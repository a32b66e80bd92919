// The results of a run in the browser as rows, each beside the newest time of its id on a tracked machine. Pure.
import { numberTypeOf } from '@kernel-ladder/schema';
import type { FamilyLadder, Machine, Result, SiteFamily, SitePoint } from '@kernel-ladder/schema';
import type { Measure } from '../format.ts';
import { newestTimed } from './newest.ts';
import { ceilingOf } from './share.ts';

/** One id; null where there is no number. */
export interface HereRow {
  readonly id: string;
  readonly status: Result['status'];
  /** Why it has no time. */
  readonly reason: string | null;
  /** The largest error as a share of its bound. */
  readonly error: number | null;
  readonly medianNs: number | null;
  /** Why its time must not be set beside others; null where it may. */
  readonly doubt: string | null;
  /** The headline rate of its family. */
  readonly rate: { readonly measure: Measure; readonly value: number } | null;
  /** Share of this device's measured roof in per cent, and which roof that is. */
  readonly share: { readonly value: number; readonly roof: string | null } | null;
  /** The newest median of the same id on the tracked machine, and how many times as fast this device is. */
  readonly trackedNs: number | null;
  readonly ratio: number | null;
}

/** What rows are made of besides results. */
export interface Beside {
  readonly machine: Machine;
  readonly ladders: readonly FamilyLadder[];
  readonly tracked: ReadonlyMap<string, SitePoint>;
}

/** The newest timed point of every id of some families. */
export function newestOf(families: readonly SiteFamily[], software: boolean): ReadonlyMap<string, SitePoint> {
  const newest = families.flatMap(({ series }) =>
    series.flatMap((one): readonly (readonly [string, SitePoint])[] => {
      const point = newestTimed(one, software);
      return point ? [[one.id, point]] : [];
    }),
  );
  return new Map(newest);
}

/** A row for each result, the newest first. */
export function rowsOf(results: readonly Result[], beside: Beside): readonly HereRow[] {
  const metrics = new Map(beside.ladders.map(({ name, headline }) => [name, headline.metric]));
  return results.map((result) => rowOf(result, beside, metrics.get(result.family) ?? 'gbps')).toReversed();
}

function rowOf(result: Result, { machine, tracked }: Beside, metric: 'gbps' | 'gflops'): HereRow {
  const { id, status, reason, check, timing } = result;
  const medianNs = timing?.medianNs ?? null;
  return {
    id,
    status,
    reason: reason ? `${reason.code}: ${reason.message}` : null,
    error: check?.worstErrorOverTolerance ?? null,
    medianNs,
    doubt: timing ? doubtOf(result) : null,
    rate: rateOf(result, metric),
    share: shareOf(result, machine),
    ...besideOf(medianNs, tracked.get(id)?.timing?.medianNs ?? null),
  };
}

function besideOf(medianNs: number | null, trackedNs: number | null): Pick<HereRow, 'trackedNs' | 'ratio'> {
  return { trackedNs, ratio: medianNs !== null && trackedNs !== null ? trackedNs / medianNs : null };
}

function rateOf({ metrics, dtype }: Result, metric: 'gbps' | 'gflops'): HereRow['rate'] {
  const value = metrics?.[metric];
  return value === undefined ? null : { measure: { metric, numbers: numberTypeOf(dtype.acc) }, value };
}

// That the adapter is software is said of the whole run.
function doubtOf({ comparableReasons }: Result): string | null {
  const reasons = comparableReasons.filter((reason) => reason !== 'software-adapter');
  return reasons.map((reason) => reason.replaceAll('-', ' ')).join(', ') || null;
}

function shareOf({ work, dtype, timing, metrics, status }: Result, machine: Machine): HereRow['share'] {
  const value = metrics?.pctOfRoof;
  if (value === undefined || !timing || machine.software) return null;
  const point = { run: 0, status, timing, ...(metrics ? { metrics } : {}) };
  return { value, roof: ceilingOf('pctOfRoof', { work, dtype }, { point, machine }) };
}
