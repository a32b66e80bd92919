// The trend chart as data: four datasets per variant (band edges, line, marks for what is not a number).
import type { ChartConfiguration, ChartDataset } from 'chart.js';
import { formatDate, shortCommit } from '../format.ts';
import type { SiteRun } from '@kernel-ladder/schema';
import type { Judged } from '../model/judged.ts';
import { measuredOf } from '../model/trend.ts';
import type { TrendPoint } from '../model/commit-point.ts';
import type { Trend, TrendLine } from '../model/trend.ts';
import { seriesStyle, translucent } from '../theme.ts';
import type { SeriesStyle, Theme } from '../theme.ts';
import { axesOf } from './axes.ts';
import type { AxesLook } from './axes.ts';
import { judgedPlugin } from './judged.ts';
import { tooltipOf } from './tooltip.ts';
import type { TooltipLook } from './tooltip.ts';

/** What a reader can change about the drawing. */
export type TrendLook = TooltipLook & AxesLook & { readonly judged: Judged };

/** The chart that `trendConfig` describes. */
export type TrendChart = ChartConfiguration<'line', (number | null)[], string[]>;
type TrendDataset = ChartDataset<'line', (number | null)[]>;

/** Builds the whole chart; drawing it is all that is left. */
export function trendConfig(trend: Trend, look: TrendLook): TrendChart {
  return {
    type: 'line',
    data: {
      labels: labelsOf(trend.columns),
      datasets: trend.lines.flatMap((line) => datasetsOf(line, trend, look)),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      interaction: { mode: 'index', intersect: false },
      layout: { padding: { top: 8, right: 10 } },
      scales: axesOf(trend, look),
      plugins: { tooltip: tooltipOf(trend, look) },
    },
    plugins: [judgedPlugin(look.judged, look)],
  };
}

/** The commit of a column and the day of its run; also the time where two columns would read the same. */
export function labelsOf(columns: readonly SiteRun[]): string[][] {
  const days = columns.map(({ startedAt }) => formatDate(startedAt).slice(5, 10));
  const commits = columns.map(({ commit }) => `${shortCommit(commit.sha)}${commit.dirty ? '*' : ''}`);
  const isDistinct = [days, commits].every((texts) => new Set(texts).size === texts.length);
  return columns.map(({ startedAt }, column) => [
    commits[column] ?? '',
    days[column] ?? '',
    ...(isDistinct ? [] : [formatDate(startedAt).slice(11)]),
  ]);
}

function datasetsOf(line: TrendLine, trend: Trend, look: TrendLook): TrendDataset[] {
  const style = seriesStyle(look.theme, line.place);
  const { colour, dash } = style;
  const { software } = look;
  const judged = line.points.map(
    (point, column) => line.isOwn && isJudged(trend, point, { column, software }),
  );
  const hidden = look.hidden.includes(line.variant);
  const edge = { label: line.variant, hidden, borderWidth: 0, pointRadius: 0, pointHitRadius: 0 };
  const band = translucent(colour, 0.16);
  return [
    { ...edge, data: line.points.map((point) => measured(point)?.low ?? null), fill: false },
    {
      ...edge,
      data: line.points.map((point) => measured(point)?.high ?? null),
      fill: '-1',
      backgroundColor: band,
    },
    {
      label: line.variant,
      hidden,
      data: line.points.map((point) => measured(point)?.value ?? null),
      borderColor: colour,
      borderWidth: 2,
      borderDash: [...dash],
      segment: {
        borderColor: ({ p1DataIndex }) => (begins(line.points[p1DataIndex]) ? 'transparent' : undefined),
      },
      ...pointLook(style, judged, look.theme),
    },
    { label: line.variant, hidden, yAxisID: 'mark', order: -1, ...marksOf(line, look.theme) },
  ];
}

// Another version of a peer is another series: no line leads from the one to the other.
function begins(point: TrendPoint | null | undefined): boolean {
  return point?.status === 'passed' && point.changed.length > 0;
}

// Nobody judges a run that the history does not have, a tree that no commit holds, or a time that compares with none.
function isJudged(
  { columns }: Trend,
  point: TrendPoint | null,
  { column, software }: { readonly column: number; readonly software: boolean },
): boolean {
  const run = columns[column];
  if (!run || run.local || run.commit.dirty) return false;
  return software || point?.status !== 'passed' || point.doubt === null;
}

/** Filled where the point is judged, hollow where it is not. */
function pointLook(
  { colour, shape }: SeriesStyle,
  judged: readonly boolean[],
  theme: Theme,
): Partial<TrendDataset> {
  const fill = judged.map((is) => (is ? colour : theme.surface));
  return {
    pointRadius: shape.name === 'circle' ? 3.5 : 4.5,
    pointHoverRadius: 6,
    pointBorderWidth: 1.5,
    pointHoverBorderWidth: 1.5,
    pointBorderColor: colour,
    pointHoverBorderColor: colour,
    pointBackgroundColor: fill,
    pointHoverBackgroundColor: fill,
    pointStyle: shape.pointStyle,
    pointRotation: shape.rotation,
  };
}

/** Marks stand on the axis, off the value scale, so that a failure can never be read as a number. */
function marksOf(line: TrendLine, theme: Theme): TrendDataset {
  const hasNumbers = measuredOf(line).length > 0;
  const isShown = (point: TrendPoint | null) =>
    point?.status === 'failed' || (point?.status === 'skipped' && hasNumbers);
  const colours = line.points.map((point) => (point?.status === 'failed' ? theme.failed : theme.muted));
  return {
    data: line.points.map((point) => (isShown(point) ? 0 : null)),
    showLine: false,
    clip: false,
    pointStyle: line.points.map((point) => (point?.status === 'failed' ? 'crossRot' : 'line')),
    pointRadius: 6,
    pointHoverRadius: 7,
    pointBorderWidth: 2.5,
    pointHoverBorderWidth: 2.5,
    pointBorderColor: colours,
    borderColor: theme.failed,
  };
}

function measured(point: TrendPoint | null) {
  return point?.status === 'passed' ? point.measured : null;
}
