// The trend chart as data: four datasets per series (band edges, line, marks for what is not a number).
import type { ChartConfiguration, ChartDataset } from 'chart.js';
import type { Break } from '../model/breaks.ts';
import type { ChangeMark, Judged } from '../model/judged.ts';
import { factorsOf } from '../model/trend-view.ts';
import { measuredOf } from '../model/trend.ts';
import type { TrendPoint } from '../model/commit-point.ts';
import type { Trend, TrendLine } from '../model/trend.ts';
import { seriesStyle, translucent } from '../theme.ts';
import type { SeriesStyle, Theme } from '../theme.ts';
import { axesOf } from './axes.ts';
import type { AxesLook } from './axes.ts';
import { breaksPlugin, roomOfBreaks } from './breaks.ts';
import { judgedPlugin, roomOfMarks } from './judged.ts';
import { kernelsPlugin } from './kernels.ts';
import { labelsOf, placesOf } from './places.ts';
import { tooltipOf } from './tooltip.ts';
import type { TooltipLook } from './tooltip.ts';

/** What a reader can change about the drawing. */
export type TrendLook = TooltipLook &
  AxesLook & { readonly judged: Judged; readonly breaks: readonly Break[] };

/** A point of any dataset; null where there is none, so that every dataset has one for each column. */
type Place = { x: number; y: number | null };

/** The chart that `trendConfig` describes. */
export type TrendChart = ChartConfiguration<'line', Place[], string[]>;
type TrendDataset = ChartDataset<'line', Place[]>;

/** Builds the whole chart; drawing it is all that is left. */
export function trendConfig(trend: Trend, look: TrendLook): TrendChart {
  const places = placesOf(trend.columns, look.isDated);
  const factors = factorsOf(trend, look);
  const above = roomOfMarks(shownMarks(trend, look));
  const breaks = look.breaks.filter(({ column }) => isInView(column, look));
  return {
    type: 'line',
    data: {
      labels: labelsOf(trend.columns),
      datasets: trend.lines.flatMap((line, at) =>
        datasetsOf(line, trend, { ...look, places, factor: factors[at] ?? 1 }),
      ),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      parsing: false,
      interaction: { mode: 'index', intersect: false },
      layout: { padding: { top: 8 + above + roomOfBreaks(breaks), right: 10 } },
      scales: axesOf(trend, look),
      plugins: { tooltip: tooltipOf(trend, { ...look, factors }) },
    },
    plugins: [
      judgedPlugin(look.judged, { ...look, places, factors, lines: trend.lines }),
      breaksPlugin(look.breaks, { theme: look.theme, places, above }),
      kernelsPlugin(trend, look),
    ],
  };
}

function isInView(column: number, { span }: TrendLook): boolean {
  return column >= span.first && column <= span.last;
}

function shownMarks({ lines }: Trend, look: TrendLook): readonly ChangeMark[] {
  const variants = lines.filter(({ variant }) => !look.hidden.includes(variant)).map(({ id }) => id);
  return look.judged.marks.filter(({ id, column }) => variants.includes(id) && isInView(column, look));
}

type DatasetLook = TrendLook & { readonly places: readonly number[]; readonly factor: number };

function datasetsOf(line: TrendLine, trend: Trend, look: DatasetLook): TrendDataset[] {
  const style = seriesStyle(look.theme, line.place);
  const { software, factor } = look;
  const judged = line.points.map(
    (point, column) => line.isOwn && isJudged(trend, point, { column, software }),
  );
  const hidden = look.hidden.includes(line.variant);
  const placed = (of: (point: TrendPoint | null) => number | undefined) =>
    line.points.map((point, column) => {
      const value = of(point);
      return { x: look.places[column] ?? 0, y: value === undefined ? null : value * factor };
    });
  return [
    ...bandOf(style, (end) => placed((point) => measured(point)?.[end])).map((edge) => ({
      ...edge,
      label: line.name,
      hidden,
    })),
    {
      label: line.name,
      hidden,
      data: placed((point) => measured(point)?.value),
      borderColor: style.colour,
      borderWidth: 2,
      borderDash: [...style.dash],
      segment: {
        borderColor: ({ p1DataIndex }) => (begins(line.points[p1DataIndex]) ? 'transparent' : undefined),
      },
      ...pointLook(style, judged, look.theme),
    },
    { label: line.name, hidden, yAxisID: 'mark', order: -1, ...marksOf(line, look) },
  ];
}

// Both edges of a band; the second is filled down to the first.
function bandOf({ colour }: SeriesStyle, placed: (end: 'low' | 'high') => Place[]): TrendDataset[] {
  const edge = { borderWidth: 0, pointRadius: 0, pointHitRadius: 0 };
  return [
    { ...edge, data: placed('low'), fill: false },
    { ...edge, data: placed('high'), fill: '-1', backgroundColor: translucent(colour, 0.16) },
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
function marksOf(line: TrendLine, { theme, places }: DatasetLook): TrendDataset {
  const hasNumbers = measuredOf(line).length > 0;
  const isShown = (point: TrendPoint | null) =>
    point?.status === 'failed' || (point?.status === 'skipped' && hasNumbers);
  const colours = line.points.map((point) => (point?.status === 'failed' ? theme.failed : theme.muted));
  return {
    data: line.points.map((point, column) => ({ x: places[column] ?? 0, y: isShown(point) ? 0 : null })),
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
