// The table of a family: every id as its case's latest run left it, sortable by any column.
import type { SiteFamily, Timing } from '@kernel-ladder/schema';
import type { Sort } from '../state.ts';
import type { LadderView } from './ladder.ts';
import { baselineDoubt, casesOf, doubtOf, fastestOf, latestRun, rungsOf } from './rung.ts';
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
  readonly medianNs: number | null;
  readonly p25Ns: number | null;
  readonly p75Ns: number | null;
  /** (p75 − p25) / median. */
  readonly spread: number | null;
  readonly gbps: number | null;
  readonly gflops: number | null;
  readonly pctOfRoof: number | null;
  readonly pctOfPeak: number | null;
  /** Of collectives only. */
  readonly algbw: number | null;
  readonly busbw: number | null;
  readonly speedup: number | null;
  readonly kernelHash: string | null;
  /** Place of its run among the family's runs. */
  readonly run: number;
}

/** What a header can sort by. */
export type SortKey = Exclude<
  keyof LatestRow,
  | 'id'
  | 'case'
  | 'place'
  | 'reason'
  | 'fastest'
  | 'doubt'
  | 'isBreaking'
  | 'isBaselineDoubtful'
  | 'p25Ns'
  | 'p75Ns'
>;

/** What decides about a row's marks. */
export type LatestView = Pick<LadderView, 'breaking' | 'software'>;

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
  { breaking, software }: LatestView,
): readonly LatestRow[] {
  const rungs = rungsOf(family, caseName, run, 'medianNs');
  const fastest = fastestOf(rungs, breaking);
  const isBaselineDoubtful = !software && baselineDoubt(family, caseName, run) !== null;
  return rungs.map((rung) => ({
    ...rowOf(rung, run),
    fastest: fastest.get(rung.series.variant) ?? null,
    doubt: software ? null : doubtOf(rung.point),
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
    const [left, right] = [a[key], b[key]];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * compare(left, right);
  });
}

const sortKeys: readonly string[] = [
  'variant',
  'status',
  'medianNs',
  'spread',
  'gbps',
  'gflops',
  'pctOfRoof',
  'pctOfPeak',
  'algbw',
  'busbw',
  'speedup',
  'kernelHash',
  'run',
] satisfies readonly SortKey[];

function isSortKey(text: string | undefined): text is SortKey {
  return text !== undefined && sortKeys.includes(text);
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}

function rowOf(
  rung: Rung,
  run: number,
): Omit<LatestRow, 'fastest' | 'doubt' | 'isBreaking' | 'isBaselineDoubtful'> {
  const { series, point, place } = rung;
  const hasPassed = rung.status === 'passed';
  return {
    id: series.id,
    case: series.case,
    variant: series.variant,
    place,
    status: rung.status,
    reason: hasPassed ? null : rung.reason,
    ...timesOf(hasPassed ? point.timing : undefined),
    ...noMetrics,
    ...(hasPassed ? point.metrics : {}),
    speedup: hasPassed ? rung.speedup : null,
    kernelHash: point.kernelHash ?? null,
    run,
  };
}

const noMetrics = { gbps: null, gflops: null, pctOfRoof: null, pctOfPeak: null, algbw: null, busbw: null };

function timesOf(timing: Timing | undefined): Pick<LatestRow, 'medianNs' | 'p25Ns' | 'p75Ns' | 'spread'> {
  if (!timing) return { medianNs: null, p25Ns: null, p75Ns: null, spread: null };
  const { medianNs, p25Ns, p75Ns } = timing;
  return { medianNs, p25Ns, p75Ns, spread: (p75Ns - p25Ns) / medianNs };
}
