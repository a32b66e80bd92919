// The trend's axes: commits across, the metric upwards, and a hidden one that marks stand on.
import { formatNumber, metricLabel, unitFor } from '../format.ts';
import type { Unit } from '@kernel-ladder/schema';
import { measuredOf } from '../model/trend.ts';
import type { Trend } from '../model/trend.ts';
import type { AxisScale } from '../state.ts';
import type { Theme } from '../theme.ts';

/** What decides about the axes beside the data. */
export interface AxesLook {
  readonly theme: Theme;
  readonly scale: AxisScale;
  /** Variants that are not drawn do not stretch the axis. */
  readonly hidden: readonly string[];
  /** True where logical ranks share one device. */
  readonly simulated: boolean;
}

/** Options of all three axes. */
export function axesOf(trend: Trend, look: AxesLook) {
  return {
    x: {
      offset: trend.columns.length < 3,
      grid: { display: false },
      border: { color: look.theme.muted },
      ticks: { ...ticksOf(look.theme), maxRotation: 0, autoSkipPadding: 14 },
    },
    y: valueAxis(trend, look),
    mark: { type: 'linear' as const, display: false, min: 0, max: 1 },
  };
}

function valueAxis(trend: Trend, { theme, scale, hidden, simulated }: AxesLook) {
  const shown = trend.lines.filter((line) => !hidden.includes(line.variant)).flatMap(measuredOf);
  const unit = unitFor(trend, Math.max(...shown.map((one) => one.high), 0));
  const isLog = scale === 'log';
  const bounds = boundsOf(scale, shown);
  return {
    type: isLog ? ('logarithmic' as const) : ('linear' as const),
    ...bounds,
    border: { display: false },
    grid: { color: theme.grid },
    title: {
      display: true,
      color: theme.muted,
      text: `${metricLabel(trend.metric, simulated)}, ${unit.name}`,
    },
    ticks: {
      ...ticksOf(theme),
      callback: (value: number | string, _: number, ticks: readonly { readonly value: number }[]) =>
        isLog && !isNamed(Number(value), ticks) ? null : tickText(Number(value), unit),
    },
  };
}

function boundsOf(
  scale: AxisScale,
  shown: readonly { readonly low: number; readonly high: number }[],
): object {
  if (scale === 'fit') return { beginAtZero: false, grace: '12%' };
  return scale === 'log' && shown.length > 0 ? logBounds(shown) : { beginAtZero: true, grace: '4%' };
}

/** Room below the lowest line, so that no point lies among the marks on the axis. */
function logBounds(shown: readonly { readonly low: number; readonly high: number }[]) {
  return {
    min: Math.min(...shown.map((one) => one.low)) * 0.7,
    max: Math.max(...shown.map((one) => one.high)) * 1.25,
  };
}

/** The leading digits that get a name: few over decades, more where the axis is too short for three of them. */
const leadingDigits: readonly (readonly number[])[] = [
  [1, 2, 5],
  [1, 2, 3, 4, 5, 6, 7, 8, 9],
];

/** Whether a tick of a logarithmic axis gets a name. */
export function isNamed(value: number, ticks: readonly { readonly value: number }[]): boolean {
  const enough = leadingDigits.find(
    (digits) => ticks.filter((tick) => starts(tick.value, digits)).length > 2,
  );
  // Two significant digits: the ends of the axis are anywhere, and their names would be noise.
  return enough ? starts(value, enough) : value === Number(value.toPrecision(2));
}

function starts(value: number, digits: readonly number[]): boolean {
  return digits.includes(Number(value.toExponential(6).split('e')[0]));
}

function tickText(value: number, unit: Unit): string {
  return formatNumber(value / unit.divisor, 3).replace(/\.0+$|(?<=\.\d*[1-9])0+$/, '');
}

/** How the numbers of an axis look. */
export function ticksOf(theme: Theme) {
  return { color: theme.muted, font: { size: 11 } };
}
