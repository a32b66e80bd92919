// Allreduce over the size of a message as data: solid where it was measured, dashed where it is modelled, crosses where it was played.
import type { ChartConfiguration, ChartDataset, TooltipItem } from 'chart.js';
import { formatMetric, formatSpeedup, formatTime, unitFor } from '../format.ts';
import type { CallLine, CallPoint } from '../model/allreduce.ts';
import { seriesStyle } from '../theme.ts';
import type { Theme } from '../theme.ts';
import { ticksOf } from './ticks.ts';
import { compact, logAxis } from './log-axis.ts';
import { looks, wrapped } from './tooltip.ts';

/** What the axis upwards has. */
export const callMetrics = ['busbw', 'algbw', 'medianNs'] as const;

/** One of them. */
export type CallMetric = (typeof callMetrics)[number];

/** How a chart looks. */
export interface CallLook {
  readonly theme: Theme;
  readonly metric: CallMetric;
  /** Every name that may be drawn, each with a look of its own. */
  readonly names: readonly string[];
}

/** The chart that `callConfig` describes. */
export type CallChart = ChartConfiguration<'line', { x: number; y: number }[]>;

/** A point in the metric: GB/s, or ns. */
export function callValue({ algbw, busbw, timeUs }: CallPoint, metric: CallMetric): number {
  return metric === 'medianNs' ? timeUs * 1e3 : metric === 'algbw' ? algbw : busbw;
}

/** The axis upwards and its head in a table. */
export const callLabels = {
  busbw: 'Bus bandwidth',
  algbw: 'Algorithm bandwidth',
  medianNs: 'Time of a call',
} as const satisfies { readonly [Metric in CallMetric]: string };

/** Builds the chart of one point at least. */
export function callConfig(lines: readonly CallLine[], look: CallLook): CallChart {
  const { metric, theme } = look;
  const points = lines.flatMap((line) => line.points);
  const values = points.map((point) => callValue(point, metric));
  const unit = unitFor({ metric, numbers: 'float' }, Math.max(...values));
  const title = `${callLabel(metric, lines)}, ${unit.name}`;
  return {
    type: 'line',
    data: { datasets: lines.map((line) => datasetOf(line, look)) },
    options: {
      animation: false,
      maintainAspectRatio: false,
      parsing: false,
      interaction: { mode: 'nearest', intersect: true },
      layout: { padding: { top: 8, right: 10 } },
      scales: {
        x: bytesAxis(
          points.map(({ bytes }) => bytes),
          theme,
        ),
        y: logAxis({ title, values, room: 1.4, write: (value) => compact(value / unit.divisor) }, theme),
      },
      plugins: { tooltip: tooltip(lines, theme) },
    },
  };
}

/** Names what the axis has; ranks of one device have no bus. */
function callLabel(metric: CallMetric, lines: readonly CallLine[]): string {
  const isSimulated = metric !== 'medianNs' && lines.every(({ source }) => source === 'device');
  return isSimulated ? `${callLabels[metric]}, simulated` : callLabels[metric];
}

// In doublings, as messages are: at every second one, or at each where there are few.
function bytesAxis(values: readonly number[], theme: Theme) {
  const [least, most] = [Math.min(...values), Math.max(...values)].map(Math.log2);
  const step = (most ?? 0) - (least ?? 0) > 5 ? 2 : 1;
  const powers = Array.from({ length: 41 / step }, (_, at) => 2 ** (at * step));
  return {
    ...logAxis({ title: 'Bytes of a rank', values, room: 1.15, write: bytesText }, theme),
    afterBuildTicks: (axis: { min: number; max: number; ticks: { value: number }[] }) => {
      axis.ticks = powers
        .filter((value) => value >= axis.min && value <= axis.max)
        .map((value) => ({ value }));
    },
    ticks: {
      ...ticksOf(theme),
      maxRotation: 0,
      autoSkipPadding: 14,
      callback: (value: number | string) => bytesText(Number(value)),
    },
  };
}

const binary = ['', 'Ki', 'Mi', 'Gi'] as const;

/** Bytes as people say them, as in `64 MiB`. */
export function bytesText(bytes: number): string {
  const power = Math.max(0, Math.min(binary.length - 1, Math.floor(Math.log2(bytes) / 10)));
  return `${compact(bytes / 1024 ** power)}\u00a0${binary[power] ?? ''}B`;
}

const sources = {
  device: 'measured, ranks of one device',
  library: 'measured over links',
  model: 'modelled, closed form',
  events: 'modelled, event by event',
} as const;

/** A point in words, a line for each thing. */
export function describeCall(point: CallPoint): readonly string[] {
  const { name, source, bytes, ranks, timeUs, algbw, busbw, ratio, eventRatio, about, doubt } = point;
  return [
    `${name}, ${sources[source]}`,
    `${bytesText(bytes)} on ${ranks} ranks: ${formatTime(timeUs * 1e3)}`,
    `busbw ${rateText('busbw', busbw)}, algbw ${rateText('algbw', algbw)}`,
    ...(ratio === null ? [] : [`model ${formatSpeedup(ratio)} of it`]),
    ...(eventRatio === null ? [] : [`events ${formatSpeedup(eventRatio)} of it`]),
    about,
    ...(doubt === null ? [] : [`not comparable: ${doubt}`]),
  ];
}

/** A bandwidth with its unit. */
export function rateText(metric: 'algbw' | 'busbw', value: number): string {
  return formatMetric({ metric, numbers: 'float' }, value);
}

function datasetOf(
  { source, name, points }: CallLine,
  { theme, metric, names }: CallLook,
): ChartDataset<'line', { x: number; y: number }[]> {
  const { colour, shape } = seriesStyle(theme, names.indexOf(lookOf(name)));
  const isMeasured = source === 'device' || source === 'library';
  return {
    label: `${name}, ${sources[source]}`,
    data: points.map((point) => ({ x: point.bytes, y: callValue(point, metric) })),
    borderColor: colour,
    borderWidth: isMeasured ? 2.5 : 1.5,
    borderDash: source === 'model' ? [6, 4] : [],
    showLine: source !== 'events',
    pointRadius: isMeasured ? 4 : source === 'events' ? 3.5 : 0,
    pointHitRadius: 6,
    pointStyle: source === 'events' ? 'crossRot' : shape.pointStyle,
    pointRotation: shape.rotation,
    pointBorderColor: colour,
    pointBorderWidth: 1.5,
    pointBackgroundColor: points.map(({ doubt }) => (doubt === null ? colour : theme.surface)),
  };
}

/** The name that gives a line its look: NCCL's ring is drawn as the model's. */
export function lookOf(name: string): string {
  return name.replace(/^NCCL (?=ring$|tree$)/, '');
}

function tooltip(lines: readonly CallLine[], theme: Theme) {
  return {
    ...looks(theme),
    callbacks: {
      title: () => [],
      label: ({ datasetIndex, dataIndex }: TooltipItem<'line'>) => {
        const point = lines[datasetIndex]?.points[dataIndex];
        return point ? describeCall(point).flatMap((line) => wrapped(line)) : '';
      },
    },
  };
}
