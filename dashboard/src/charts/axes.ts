// The trend's axes: commits or days across, the metric upwards, and a hidden one that marks stand on.
import { formatNumber, metricLabel, unitFor } from '../format.ts';
import { factorsOf, measuredIn } from '../model/trend-view.ts';
import type { TrendView } from '../model/trend-view.ts';
import type { Trend } from '../model/trend.ts';
import type { AxisScale } from '../state.ts';
import type { Theme } from '../theme.ts';
import { placeAxis } from './places.ts';
import { isNamed, ticksOf } from './ticks.ts';

/** What decides about the axes beside the data. */
export interface AxesLook extends TrendView {
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
    x: placeAxis(trend.columns, look),
    y: valueAxis(trend, look),
    mark: { type: 'linear' as const, display: false, min: 0, max: 1 },
  };
}

function valueAxis(trend: Trend, look: AxesLook) {
  const { theme, scale } = look;
  const shown = shownValues(trend, look);
  const { text, write } = unitOf(trend, look, Math.max(...shown.map((one) => one.high), 0));
  const isLog = scale === 'log';
  return {
    type: isLog ? ('logarithmic' as const) : ('linear' as const),
    ...boundsOf(scale, shown),
    border: { display: false },
    grid: { color: theme.grid },
    title: { display: true, color: theme.muted, text },
    ticks: {
      ...ticksOf(theme),
      callback: (value: number | string, _: number, ticks: readonly { readonly value: number }[]) =>
        isLog && !isNamed(Number(value), ticks) ? null : write(Number(value)),
    },
  };
}

// Low and high ends of what is drawn, as it is drawn.
function shownValues(trend: Trend, look: AxesLook) {
  const factors = factorsOf(trend, look);
  return trend.lines.flatMap((line, at) => {
    const factor = factors[at] ?? 1;
    const own = look.hidden.includes(line.variant) ? [] : measuredIn(line, look.span);
    return own.map(({ low, high }) => ({ low: low * factor, high: high * factor }));
  });
}

function unitOf(trend: Trend, { isRelative, simulated }: AxesLook, highest: number) {
  const name = metricLabel(trend.metric, simulated);
  if (isRelative)
    return { text: `${name} over the first in view`, write: (value: number) => `${plain(value)}×` };
  const unit = unitFor(trend, highest);
  return { text: `${name}, ${unit.name}`, write: (value: number) => plain(value / unit.divisor) };
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

function plain(value: number): string {
  return formatNumber(value, 3).replace(/\.0+$|(?<=\.\d*[1-9])0+$/, '');
}
