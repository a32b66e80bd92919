// The trend: each variant over the commits of one case, in their order, gaps kept as gaps.
import type { MetricId, SiteFamily, SiteRun, SiteSeries } from '@kernel-ladder/schema';
import type { AxisScale } from '../state.ts';
import { shortCommit } from '../format.ts';
import type { Measure } from '../format.ts';
import { after, commitPoint } from './commit-point.ts';
import type { Before, PointContext, TrendPoint } from './commit-point.ts';
import { numbersOf } from './metric.ts';
import type { Measured } from './metric.ts';
import { seriesAt } from './rung.ts';
import type { Ceiling } from './share.ts';

/** One series; a point per column, null where no run of it had the series. */
export interface TrendLine {
  readonly id: string;
  /** What it is called here: its variant, with its case where the lines are of several. */
  readonly name: string;
  readonly variant: string;
  readonly place: number;
  /** Of a kernel of ours: nobody judges a peer. */
  readonly isOwn: boolean;
  readonly points: readonly (TrendPoint | null)[];
}

/** A commit by its newest run, with all its runs; a run whose code no commit holds is a column of its own. */
export interface TrendColumn extends SiteRun {
  readonly machineKey: string;
  readonly runs: readonly SiteRun[];
}

/** A chart's worth of lines. */
export interface Trend extends Measure {
  readonly columns: readonly TrendColumn[];
  readonly lines: readonly TrendLine[];
}

/** Collects the commits that have the case, and a line per variant over them; without a machine shares do not name their roof. */
export function trendOf(
  family: SiteFamily,
  caseName: string,
  metric: MetricId,
  machine: Ceiling | null = null,
): Trend {
  return trendOver(family, seriesAt(family, caseName), { metric, machine });
}

/** Collects the commits that have any of the series, and a line for each over them. */
export function trendOver(
  family: SiteFamily,
  series: readonly SiteSeries[],
  { metric, machine }: PointContext,
): Trend {
  const seen = new Set(series.flatMap((one) => one.points.map((point) => point.run)));
  const columns = columnsOf(family.runs, seen);
  const isOneCase = new Set(series.map((one) => one.case)).size === 1;
  return {
    metric,
    numbers: numbersOf(series),
    columns: columns.flatMap((indexes) => {
      const runs = indexes.flatMap((run) => family.runs[run] ?? []);
      const newest = runs.at(-1);
      return newest ? [{ ...newest, runs, machineKey: family.machineKey }] : [];
    }),
    lines: series.map((one, place) => ({
      id: one.id,
      name: isOneCase ? one.variant : `${one.variant} ${one.case}`,
      variant: one.variant,
      place,
      isOwn: one.points.every(({ peer }) => peer === undefined),
      points: pointsOf(family, one, { columns, metric, machine }),
    })),
  };
}

/** Everything measured, for axes and summaries. */
export function measuredOf(line: TrendLine): readonly Measured[] {
  return line.points.flatMap((point) =>
    point?.status === 'passed' && point.measured ? [point.measured] : [],
  );
}

/** Logarithmic where a linear axis would press most lines onto its floor. */
export function naturalScale(trend: Trend): AxisScale {
  const values = trend.lines.flatMap((line) => measuredOf(line)).map((one) => one.value);
  return Math.max(...values) > 20 * Math.min(...values) ? 'log' : 'linear';
}

/** What names a column in an address: its commit, or its run where no commit holds the code. */
export function columnKey({ runId, local, commit }: SiteRun): string {
  return isOfCommit({ local, commit }) ? shortCommit(commit.sha) : runId;
}

/** Whether the code that ran is that of a commit in the history. */
export function isOfCommit({ local, commit }: Pick<SiteRun, 'local' | 'commit'>): boolean {
  return !local && !commit.dirty && !/^0*$/.test(commit.sha);
}

// Places of runs, by column. Two trees with changes may differ, whatever their commit.
function columnsOf(runs: readonly SiteRun[], seen: ReadonlySet<number>): readonly (readonly number[])[] {
  const places = runs.map((_, run) => run).filter((run) => seen.has(run));
  const keyOf = (run: number) => {
    const { runId, local, commit } = runs[run] ?? { runId: run, local: true, commit: null };
    const isCommit = commit !== null && !commit.dirty && !/^0*$/.test(commit.sha);
    return isCommit ? `${commit.sha} ${local}` : runId;
  };
  return [...Map.groupBy(places, keyOf).values()];
}

function pointsOf(
  family: SiteFamily,
  series: SiteSeries,
  { columns, ...context }: PointContext & { readonly columns: readonly (readonly number[])[] },
): readonly (TrendPoint | null)[] {
  const byRun = new Map(series.points.map((point) => [point.run, point]));
  let before: Before = { kernelHash: undefined, passed: undefined, ran: undefined };
  return columns.map((runs) => {
    const own = runs.flatMap((run) => byRun.get(run) ?? []);
    const point = commitPoint(family, { series, own, before }, context);
    before = after(before, own);
    return point;
  });
}
