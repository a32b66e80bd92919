// The table of a family: every id as its case's latest run left it, sortable by any column.
import { metricIds, numberTypeOf } from '@kernel-ladder/schema';
import type { MetricId, NumberType, SiteFamily, Timing, Tuned } from '@kernel-ladder/schema';
import type { Sort } from '../state.ts';
import type { LadderView } from './ladder.ts';
import { peerNotes } from './peers.ts';
import type { PeerNote } from './peers.ts';
import { valueOf } from './metric.ts';
import { ceilingOf } from './share.ts';
import { baselineDoubt, casesOf, fastestOf, latestRun, rungDoubt, rungsOf } from './rung.ts';
import type { Fastest, Rung } from './rung.ts';

/** One id in numbers; null where there is none. */
export interface LatestRow {
  readonly id: string;
  readonly case: string;
  readonly variant: string;
  readonly place: number;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly reason: string | null;
  readonly fastest: Fastest | null;
  /** Why its time must not be compared; null where it may. */
  readonly doubt: string | null;
  /** It gets edge cases wrong on purpose, so it is never the fastest. */
  readonly isBreaking: boolean;
  /** The time that the speed-up is over must not be compared. */
  readonly isBaselineDoubtful: boolean;
  /** What a rate counts. */
  readonly numbers: NumberType;
  /** Every metric. */
  readonly values: Readonly<Record<MetricId, number | null>>;
  /** The roof or peak that a share is of; null of what is no share. */
  readonly ceilings: Readonly<Record<MetricId, string | null>>;
  readonly p25Ns: number | null;
  readonly p75Ns: number | null;
  /** (p75 − p25) / median. */
  readonly spread: number | null;
  readonly speedup: number | null;
  /** Who ran; null for a kernel of ours. */
  readonly peer: PeerNote | null;
  /** How many times as fast as this peer our best rung of the case is. */
  readonly over: number | null;
  readonly kernelHash: string | null;
  /** Its parameters, where they are a tuning table's. */
  readonly tuned: Tuned | null;
  /** Place of its run among the family's runs. */
  readonly run: number;
}

/** What a header can sort by. */
export type SortKey = MetricId | (typeof ownKeys)[number];

const ownKeys = ['variant', 'status', 'spread', 'speedup', 'over', 'kernelHash', 'run'] as const;

/** What a row is sorted by. */
export function sortValue(row: LatestRow, key: SortKey): string | number | null {
  const own = ownKeys.find((one) => one === key);
  const metric = metricIds.find((one) => one === key);
  return own ? row[own] : metric ? row.values[metric] : null;
}

/** What decides about a row's marks. */
export type LatestView = Pick<LadderView, 'breaking' | 'software' | 'machine'>;

/** Rows in the family's own order: by case, then up the ladder. */
export function latestOf(family: SiteFamily, view: LatestView): readonly LatestRow[] {
  return casesOf(family).flatMap((caseName) => {
    const run = latestRun(family, caseName);
    return run === null ? [] : rowsAt(family, caseName, run, view);
  });
}

function rowsAt(
  family: SiteFamily,
  caseName: string,
  run: number,
  { breaking, software, machine }: LatestView,
): readonly LatestRow[] {
  const rungs = rungsOf(family, caseName, run, 'medianNs');
  const fastest = fastestOf(rungs, breaking);
  const peers = peerNotes(family, rungs, breaking);
  const isBaselineDoubtful = !software && baselineDoubt(family, caseName, run) !== null;
  return rungs.map((rung) => ({
    ...rowOf(rung, peers.get(rung.series.variant) ?? null),
    ceilings: everyMetric((id) => ceilingOf(id, rung.series, { point: rung.point, machine })),
    fastest: fastest.get(rung.series.variant) ?? null,
    doubt: software || peers.get(rung.series.variant)?.over ? null : rungDoubt(rung),
    isBreaking: breaking.has(rung.series.variant),
    isBaselineDoubtful,
  }));
}

/** Sorted copy; rows without a value come last in either direction. */
export function sortRows(rows: readonly LatestRow[], sort: Sort | null): readonly LatestRow[] {
  const key = sort?.column;
  if (!sort || !isSortKey(key)) return rows;
  const sign = sort.descending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [sortValue(a, key), sortValue(b, key)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * compare(left, right);
  });
}

/** Whether a header of the table sorts by this. */
export function isSortKey(text: string | undefined): text is SortKey {
  return [...ownKeys, ...metricIds].some((key) => key === text);
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}

function rowOf(
  rung: Rung,
  peer: PeerNote | null,
): Omit<LatestRow, 'fastest' | 'doubt' | 'isBreaking' | 'isBaselineDoubtful' | 'ceilings'> {
  const { series, point, place } = rung;
  const hasPassed = rung.status === 'passed';
  return {
    id: series.id,
    case: series.case,
    variant: series.variant,
    place,
    status: rung.status,
    reason: hasPassed ? null : rung.reason,
    numbers: numberTypeOf(series.dtype.acc),
    values: everyMetric((id) => valueOf(point, id)),
    ...quartilesOf(hasPassed ? point.timing : undefined),
    speedup: hasPassed ? rung.speedup : null,
    peer,
    over: peer?.over?.value ?? null,
    kernelHash: point.kernelHash ?? null,
    tuned: point.tuned ?? null,
    run: point.run,
  };
}

function everyMetric<T>(of: (id: MetricId) => T): Readonly<Record<MetricId, T>> {
  // One entry for each id of the table.
  return Object.fromEntries(metricIds.map((id) => [id, of(id)])) as Record<MetricId, T>;
}

function quartilesOf(timing: Timing | undefined): Pick<LatestRow, 'p25Ns' | 'p75Ns' | 'spread'> {
  if (!timing) return { p25Ns: null, p75Ns: null, spread: null };
  const { medianNs, p25Ns, p75Ns } = timing;
  return { p25Ns, p75Ns, spread: (p75Ns - p25Ns) / medianNs };
}
