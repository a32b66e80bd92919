// The trend chart as data: four datasets per variant (band edges, line, marks for what is not a number).
import type { ChartConfiguration, ChartDataset } from 'chart.js';
import { formatDate, shortCommit } from '../format.ts';
import type { Judged } from '../model/judged.ts';
import { measuredOf } from '../model/trend.ts';
import type { Trend, TrendLine, TrendPoint } from '../model/trend.ts';
import { seriesStyle, translucent } from '../theme.ts';
import type { Theme } from '../theme.ts';
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
      labels: trend.columns.map((run) => [
        `${shortCommit(run.commit.sha)}${run.commit.dirty ? '*' : ''}`,
        formatDate(run.commit.date).slice(5, 10),
      ]),
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

function datasetsOf(line: TrendLine, trend: Trend, look: TrendLook): TrendDataset[] {
  const { colour, dash } = seriesStyle(look.theme, line.place);
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
      ...pointLook(trend, colour, look.theme),
    },
    { label: line.variant, hidden, yAxisID: 'mark', order: -1, ...marksOf(line, look.theme) },
  ];
}

/** Hollow: not in the committed history. Diamond: the tree had changes that no commit holds. */
function pointLook(trend: Trend, colour: string, theme: Theme): Partial<TrendDataset> {
  const fill = trend.columns.map((run) => (run.local ? theme.surface : colour));
  return {
    pointRadius: trend.columns.map((run) => (run.commit.dirty ? 5 : 3.5)),
    pointHoverRadius: 6,
    pointBorderWidth: 1.5,
    pointHoverBorderWidth: 1.5,
    pointBorderColor: colour,
    pointHoverBorderColor: colour,
    pointBackgroundColor: fill,
    pointHoverBackgroundColor: fill,
    pointStyle: trend.columns.map((run) => (run.commit.dirty ? 'rectRot' : 'circle')),
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
