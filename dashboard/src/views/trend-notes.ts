// The trend in words: what it shows, and what its marks mean.
import { metricTable } from '@kernel-ladder/schema';
import { formatMetric } from '../format.ts';
import type { Break } from '../model/breaks.ts';
import type { Judged } from '../model/judged.ts';
import { measuredIn } from '../model/trend-view.ts';
import type { TrendView } from '../model/trend-view.ts';
import type { Trend, TrendLine } from '../model/trend.ts';
import { counted } from '../ui/counted.ts';

/** The chart in one sentence per series, for a reader who cannot see it. */
export function summaryOf(trend: Trend, { span }: Pick<TrendView, 'span'>): string {
  const lines = trend.lines.map((line) => `${line.name} ${lastOf(line, trend, span)}`);
  const count = counted(span.last - span.first + 1, 'commit');
  return `${metricTable[trend.metric].label} over ${count} for ${lines.join(', ')}. The history table has every point.`;
}

function lastOf({ points }: TrendLine, trend: Trend, { first, last }: TrendView['span']): string {
  for (const point of points.slice(first, last + 1).toReversed()) {
    if (point?.status === 'passed' && point.measured)
      return `last ${formatMetric(trend, point.measured.value, point.ceiling)}`;
  }
  return 'has no value';
}

/** What is drawn, beside the lines. */
export interface Marked {
  readonly judged: Judged;
  readonly breaks: readonly Break[];
  readonly view: TrendView;
  readonly software: boolean;
}

/** Explains the marks that this trend uses in view, and only those. */
export function notesOf(trend: Trend, { judged, breaks, view, software }: Marked): readonly string[] {
  const { span } = view;
  const inView = (column: number) => column >= span.first && column <= span.last;
  const timed = trend.lines.filter((line) => measuredIn(line, span).length > 0);
  const shown = trend.lines.map((line) => ({
    ...line,
    points: line.points.slice(span.first, span.last + 1),
  }));
  const marks = [
    ...(metricTable[trend.metric].isOfMedian ? [bandsText(trend)] : []),
    ...hollowNote(trend, software),
    ...(has(shown, 'failed') ? ['✕ on the axis: failed'] : []),
    ...(has(timed, 'skipped') ? ['– on the axis: skipped'] : []),
    ...(hasNewKernel(shown) ? ['upright bar through a point: another kernel than before'] : []),
    ...(judged.bands.length > 0 ? ['dotted: two sigmas between runs about the level'] : []),
    ...(judged.marks.some(({ column }) => inView(column))
      ? ['dashed upright: the level changed, with the change of the median time']
      : []),
    ...(breaks.some(({ column }) => inView(column))
      ? ['dotted upright: another card, or another machine key']
      : []),
  ];
  const lone = trend.columns.length === 1 ? ['One commit so far: a second commit makes a line.'] : [];
  return marks.length > 0 ? [...lone, `${marks.join(' · ')}.`] : lone;
}

function bandsText({ columns }: Trend): string {
  const isOne = columns.every(({ runs }) => runs.length === 1);
  return isOne
    ? 'Bands span p25 to p75'
    : 'Bands span p25 to p75 over all runs of a commit, points their middle';
}

function hollowNote({ columns, lines }: Trend, software: boolean): readonly string[] {
  const points = lines.flatMap((line) => (line.isOwn ? line.points : []));
  const isDoubtful = points.some((point) => point?.status === 'passed' && point.doubt !== null);
  const reasons = [
    ...(columns.some((run) => run.local) ? ['a local run, not in the history'] : []),
    ...(columns.some((run) => run.commit.dirty) ? ['a tree with uncommitted changes (*)'] : []),
    ...(isDoubtful && !software ? ['a time that is not comparable'] : []),
    ...(lines.some(({ isOwn }) => !isOwn) ? ['somebody else’s row'] : []),
  ];
  return reasons.length > 0 ? [`hollow: not judged, ${reasons.join(' or ')}`] : [];
}

type Lines = readonly Pick<TrendLine, 'points'>[];

function has(lines: Lines, status: string): boolean {
  return lines.some((line) => line.points.some((point) => point?.status === status));
}

function hasNewKernel(lines: Lines): boolean {
  return lines.some((line) => line.points.some((point) => point?.status === 'passed' && point.isNewKernel));
}
