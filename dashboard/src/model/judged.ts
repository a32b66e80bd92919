// What the judge found on the lines of one trend: levels with their noise, and where a level changed.
import type { JudgedChange, JudgedSeries, MetricId, SiteJudgement } from '@kernel-ladder/schema';
import { metricOf } from '@kernel-ladder/schema';
import { formatEffect } from '../format.ts';
import type { Trend, TrendLine } from './trend.ts';

/** A level from one column to another with two sigmas of noise between runs, in the metric's unit. */
export interface LevelBand {
  readonly id: string;
  readonly place: number;
  readonly first: number;
  readonly last: number;
  readonly low: number;
  readonly level: number;
  readonly high: number;
}

/** A change of level, drawn before its column. */
export interface ChangeMark {
  readonly id: string;
  readonly name: string;
  readonly place: number;
  /** The first column of the new level. */
  readonly column: number;
  readonly isWorse: boolean;
  /** The change of the median time, as in `+5.2 %`, or `time +5.2 %` among values that are no times. */
  readonly text: string;
  readonly change: JudgedChange;
}

/** Everything that is drawn over the lines. */
export interface Judged {
  readonly bands: readonly LevelBand[];
  readonly marks: readonly ChangeMark[];
}

/** Nothing to draw. */
export const nothingJudged: Judged = { bands: [], marks: [] };

/** Places what was judged on the columns of a trend. */
export function judgedOf(trend: Trend, judgement: SiteJudgement | null): Judged {
  if (!judgement) return nothingJudged;
  const columnOf = columnsByRun(trend, judgement);
  const parts = trend.lines.map((line): Judged => {
    const { id } = line;
    const series = judgement.series.find((one) => one.id === id);
    const changes = judgement.changes.filter((one) => one.id === id);
    return {
      bands: series ? bandsOf(line, series, { metric: trend.metric, columnOf }) : [],
      marks: changes.flatMap((change) => markOf(line, change, { metric: trend.metric, columnOf })),
    };
  });
  return { bands: parts.flatMap(({ bands }) => bands), marks: parts.flatMap(({ marks }) => marks) };
}

type ColumnOf = (run: number) => number;

interface Placing {
  readonly metric: MetricId;
  readonly columnOf: ColumnOf;
}

function columnsByRun({ columns }: Trend, { runs }: SiteJudgement): ColumnOf {
  const places = new Map(
    columns.flatMap((commit, column) => commit.runs.map(({ runId }) => [runId, column] as const)),
  );
  return (run) => places.get(runs[run]?.runId ?? '') ?? -1;
}

// A level of few points is not known well enough to draw, and levels are of the median.
function bandsOf(
  line: TrendLine,
  { points, fewestPoints, sigma, segments }: JudgedSeries,
  { metric, columnOf }: Placing,
): readonly LevelBand[] {
  const { better, isOfMedian } = metricOf(metric);
  if (points < fewestPoints || !isOfMedian) return [];
  return segments.flatMap((segment) => {
    const [first, last] = [columnOf(segment.first), columnOf(segment.last)];
    const work = first < 0 || last < first ? null : workOf(line, first, last);
    if (work === null) return [];
    const at = (ns: number) => (better === 'lower' ? ns : work / ns);
    const ends = [at(segment.levelNs * Math.exp(-2 * sigma)), at(segment.levelNs * Math.exp(2 * sigma))];
    const { id, place } = line;
    const [low, high] = [Math.min(...ends), Math.max(...ends)];
    return [{ id, place, first, last, low, level: at(segment.levelNs), high }];
  });
}

// A rate times its median: what a time must be divided into to become the rate again.
function workOf({ points }: TrendLine, first: number, last: number): number | null {
  for (const point of points.slice(first, last + 1)) {
    if (point?.status === 'passed' && point.measured) return point.measured.value * point.measured.medianNs;
  }
  return null;
}

function markOf(
  { id, name, place }: TrendLine,
  change: JudgedChange,
  { metric, columnOf }: Placing,
): readonly ChangeMark[] {
  const column = columnOf(change.after);
  if (column < 0) return [];
  const isWorse = change.direction === 'regressed';
  const effect = formatEffect(change.effect);
  // Beside a rate that rises, a time that falls needs its name.
  const value = metric === 'medianNs' ? effect : `time ${effect}`;
  const text = change.cards ? `${value}, another card` : value;
  return [{ id, name, place, column, isWorse, text, change }];
}
