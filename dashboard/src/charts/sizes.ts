// The rate over the size of the problem as data: a line a rung, a point a size, both axes in factors.
import type { ChartConfiguration, TooltipItem } from 'chart.js';
import { formatMetric, metricLabel, unitFor } from '../format.ts';
import type { SizeLine, Sizes } from '../model/sizes.ts';
import { seriesStyle } from '../theme.ts';
import type { Theme } from '../theme.ts';
import { compact, logAxis } from './log-axis.ts';
import { looks } from './tooltip.ts';

/** The chart that `sizesConfig` describes. */
type SizesChart = ChartConfiguration<'line', { x: number; y: number }[]>;

/** Builds the chart. */
export function sizesConfig(sizes: Sizes, theme: Theme, simulated: boolean): SizesChart {
  const rates = sizes.lines.flatMap(({ points }) => points.map(({ measured }) => measured.value));
  const unit = unitFor(sizes, Math.max(...rates));
  const title = `${metricLabel(sizes.metric, simulated)}, ${unit.name}`;
  const write = (value: number) => compact(value / unit.divisor);
  return {
    type: 'line',
    data: { datasets: sizes.lines.map((line) => datasetOf(line, theme)) },
    options: {
      animation: false,
      maintainAspectRatio: false,
      parsing: false,
      interaction: { mode: 'x', intersect: false },
      layout: { padding: { top: 8, right: 10 } },
      scales: {
        x: logAxis({ title: sizes.axis, values: sizes.sizes, room: 1.15, write: compact }, theme),
        y: logAxis({ title, values: rates, room: 1.4, write }, theme),
      },
      plugins: { tooltip: tooltip(sizes, theme) },
    },
  };
}

function datasetOf({ variant, place, points }: SizeLine, theme: Theme) {
  return {
    label: variant,
    data: points.map(({ size, measured }) => ({ x: size, y: measured.value })),
    ...lineLook(
      theme,
      place,
      points.map(({ doubt }) => doubt !== null),
    ),
  };
}

/** How the line of a rung looks, by its place on the ladder; a point of it is hollow where its time must not be compared. */
export function lineLook(theme: Theme, place: number, hollow: readonly boolean[]) {
  const { colour, dash, shape } = seriesStyle(theme, place);
  return {
    borderColor: colour,
    borderWidth: 2,
    borderDash: [...dash],
    pointRadius: shape.name === 'circle' ? 3.5 : 4.5,
    pointBorderWidth: 1.5,
    pointBorderColor: colour,
    pointBackgroundColor: hollow.map((isHollow) => (isHollow ? theme.surface : colour)),
    pointStyle: shape.pointStyle,
    pointRotation: shape.rotation,
  };
}

function tooltip(sizes: Sizes, theme: Theme) {
  return {
    ...looks(theme),
    callbacks: {
      title: ([item]: readonly TooltipItem<'line'>[]) => {
        const point = item && sizes.lines[item.datasetIndex]?.points[item.dataIndex];
        return point ? point.case : '';
      },
      label: ({ datasetIndex, dataIndex }: TooltipItem<'line'>) => {
        const line = sizes.lines[datasetIndex];
        const point = line?.points[dataIndex];
        if (!line || !point) return '';
        const doubt = point.doubt === null ? '' : `\u00a0· not comparable: ${point.doubt}`;
        return `${line.variant}  ${formatMetric(sizes, point.measured.value)}${doubt}`;
      },
    },
  };
}
