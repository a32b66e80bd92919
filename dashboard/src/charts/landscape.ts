// The curves of a sweep as data: a line a rung, a ring where the slope changes.
import type { ChartConfiguration, ChartDataset, TooltipItem } from 'chart.js';
import { formatMetric, metricLabel, unitFor } from '../format.ts';
import { valueText } from '../model/axes.ts';
import type { Axis, Value } from '../model/axes.ts';
import type { Curve, Landscape, Spot } from '../model/landscape.ts';
import type { Theme } from '../theme.ts';
import { ticksOf } from './ticks.ts';
import { compact, logAxis } from './log-axis.ts';
import { lineLook } from './sizes.ts';
import { looks, wrapped } from './tooltip.ts';

/** The chart that `landscapeConfig` describes. */
export type LandscapeChart = ChartConfiguration<'line', { x: number; y: number }[]>;

/** How a chart of curves looks. */
export interface LandscapeLook {
  readonly theme: Theme;
  readonly simulated: boolean;
}

/** Builds the chart of a cut along one axis. */
export function landscapeConfig(landscape: Landscape, { theme, simulated }: LandscapeLook): LandscapeChart {
  const { across, curves, metric } = landscape;
  const values = curves.flatMap(({ spots }) => spots.map(({ measured }) => measured.value));
  const unit = unitFor(landscape, Math.max(...values));
  const title = `${metricLabel(metric, simulated)}, ${unit.name}`;
  const write = (value: number) => compact(value / unit.divisor);
  return {
    type: 'line',
    data: { datasets: curves.map((curve) => datasetOf(curve, across, theme)) },
    options: {
      animation: false,
      maintainAspectRatio: false,
      parsing: false,
      interaction: { mode: 'nearest', intersect: true },
      layout: { padding: { top: 8, right: 10 } },
      scales: {
        x: acrossAxis(across, usedValues(across, curves), theme),
        y: logAxis({ title, values, room: 1.4, write }, theme),
      },
      plugins: { tooltip: tooltip(landscape, theme) },
    },
  };
}

/** A place in words, a line for each thing: the rung and its value, the case, and the knee that it is. */
export function describeSpot(landscape: Landscape, curve: Curve, index: number): readonly string[] {
  const spot = curve.spots[index];
  if (!spot) return [];
  const knee = curve.knees.find((one) => one.index === index);
  return [
    `${curve.variant}  ${formatMetric(landscape, spot.measured.value)}`,
    spot.series.case,
    ...(knee ? [`knee: ${kneeText(knee, landscape.across)}`] : []),
    ...(spot.doubt === null ? [] : [`not comparable: ${spot.doubt}`]),
  ];
}

/** A knee in words: how the slope changes. */
export function kneeText(
  { before, after }: { readonly before: number; readonly after: number },
  { spacing }: Pick<Axis, 'spacing'>,
): string {
  const [from, to] = [before, after].map((slope) =>
    spacing === 'factors' ? slope.toFixed(2) : `${(100 * slope).toFixed(1)}\u00a0% a step`,
  );
  const name = spacing === 'factors' ? 'exponent ' : '';
  return `${name}${from} before, ${to} after`.replaceAll('-', '\u2212');
}

/** Where a value stands on the axis. */
export function positionOf({ spacing, values }: Axis, value: Value): number {
  return spacing === 'names' ? values.indexOf(value) : Number(value);
}

function usedValues(across: Axis, curves: readonly Curve[]): readonly number[] {
  return curves.flatMap(({ spots }) => spots.map(({ x }: Spot) => positionOf(across, x)));
}

function acrossAxis(axis: Axis, used: readonly number[], theme: Theme) {
  if (axis.spacing === 'factors') {
    return logAxis({ title: axis.label, values: used, room: 1.15, write: compact }, theme);
  }
  const isNames = axis.spacing === 'names';
  const names = axis.values.map(valueText);
  return {
    type: 'linear' as const,
    ...(isNames ? { min: -0.4, max: names.length - 0.6 } : {}),
    border: { color: theme.muted },
    grid: { color: theme.grid },
    title: { display: true, color: theme.muted, text: axis.label },
    ticks: {
      ...ticksOf(theme),
      ...(isNames ? { stepSize: 1 } : {}),
      callback: (value: number | string) =>
        isNames ? (names[Number(value)] ?? null) : compact(Number(value)),
    },
  };
}

function datasetOf(
  curve: Curve,
  across: Axis,
  theme: Theme,
): ChartDataset<'line', { x: number; y: number }[]> {
  const look = lineLook(
    theme,
    curve.place,
    curve.spots.map(({ doubt }) => doubt !== null),
  );
  const isKnee = curve.spots.map((_, at) => curve.knees.some(({ index }) => index === at));
  return {
    label: curve.variant,
    data: curve.spots.map(({ x, measured }) => ({ x: positionOf(across, x), y: measured.value })),
    ...look,
    // Values without an order between them make no line.
    showLine: across.spacing !== 'names',
    pointRadius: isKnee.map((knee) => (knee ? 2 * look.pointRadius : look.pointRadius)),
    pointBorderWidth: isKnee.map((knee) => (knee ? 3 : look.pointBorderWidth)),
    pointBorderColor: isKnee.map((knee) => (knee ? theme.ink : look.pointBorderColor)),
    pointHitRadius: 8,
  };
}

function tooltip(landscape: Landscape, theme: Theme) {
  return {
    ...looks(theme),
    callbacks: {
      title: () => [],
      label: ({ datasetIndex, dataIndex }: TooltipItem<'line'>) => {
        const curve = landscape.curves[datasetIndex];
        return curve ? describeSpot(landscape, curve, dataIndex).flatMap((line) => wrapped(line)) : '';
      },
    },
  };
}
