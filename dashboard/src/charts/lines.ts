// Lines of code against speed-up as data: a point a variant, its name beside it.
import type { ChartConfiguration, Plugin, TooltipItem } from 'chart.js';
import { formatSpeedup } from '../format.ts';
import type { CodePoint } from '../model/lines.ts';
import { seriesStyle } from '../theme.ts';
import type { Theme } from '../theme.ts';
import { isNamed, ticksOf } from './ticks.ts';
import { markRadius, nameHeight, placeNames } from './labels.ts';
import { looks } from './tooltip.ts';

/** The chart that `linesConfig` describes. */
export type LinesChart = ChartConfiguration<'scatter', { x: number; y: number }[], string>;

// Beyond this ratio a linear axis would press the lower rungs onto its floor.
const widest = 20;
const nameSize = 11.5;

/** Builds the chart; points are in ladder order. */
export function linesConfig(points: readonly CodePoint[], theme: Theme): LinesChart {
  const styles = points.map(({ place }) => seriesStyle(theme, place));
  const colours = styles.map(({ colour }) => colour);
  return {
    type: 'scatter',
    data: {
      labels: points.map(({ variant }) => variant),
      datasets: [
        {
          data: points.map(({ lines, speedup }) => ({ x: lines, y: speedup })),
          // A shape with corners is smaller than the circle about it.
          pointRadius: styles.map(({ shape }) => markRadius + (shape.name === 'circle' ? 0 : 1)),
          pointHoverRadius: markRadius + 2,
          pointHitRadius: 12,
          pointStyle: styles.map(({ shape }) => shape.pointStyle),
          pointRotation: styles.map(({ shape }) => shape.rotation),
          pointBackgroundColor: colours,
          pointHoverBackgroundColor: colours,
          pointBorderColor: theme.surface,
          pointHoverBorderColor: theme.surface,
          pointBorderWidth: 1,
          clip: false,
        },
      ],
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      interaction: { mode: 'nearest', intersect: true },
      layout: { padding: { top: 8, right: 10 } },
      scales: { x: linesAxis(theme), y: speedupAxis(points, theme) },
      plugins: { tooltip: tooltip(points, theme) },
    },
    plugins: [namesPlugin(points, theme)],
  };
}

/** A variant in numbers, a line for each: its speed-up, its code, and the one over the other. */
export function describeCode({ variant, wgsl, host, lines, speedup, perLine }: CodePoint): string[] {
  const parts = host > 0 ? `: ${wgsl} of WGSL, ${host} that generate it` : '';
  const perHundred = `${formatSpeedup(100 * perLine)} a hundred lines`;
  return [`${variant}  ${formatSpeedup(speedup)}`, `${lines} lines${parts}`, perHundred];
}

function linesAxis(theme: Theme) {
  return {
    beginAtZero: true,
    grace: '8%',
    grid: { color: theme.grid },
    border: { color: theme.muted },
    title: { display: true, color: theme.muted, text: 'Lines of code: WGSL and its generator' },
    ticks: { ...ticksOf(theme), precision: 0, maxRotation: 0, autoSkipPadding: 14 },
  };
}

function speedupAxis(points: readonly CodePoint[], theme: Theme) {
  const speedups = points.map(({ speedup }) => speedup);
  const [least, most] = [Math.min(...speedups), Math.max(...speedups)];
  const isLog = most > widest * least;
  return {
    type: isLog ? ('logarithmic' as const) : ('linear' as const),
    ...(isLog ? { min: least * 0.7, max: most * 1.4 } : { beginAtZero: true, grace: '12%' }),
    grid: { color: theme.grid },
    border: { display: false },
    title: { display: true, color: theme.muted, text: 'Speed-up over the first rung' },
    ticks: {
      ...ticksOf(theme),
      callback: (value: number | string, _: number, ticks: readonly { readonly value: number }[]) =>
        isLog && !isNamed(Number(value), ticks) ? null : `${Number(value).toLocaleString('en')}×`,
    },
  };
}

function tooltip(points: readonly CodePoint[], theme: Theme) {
  return {
    ...looks(theme),
    callbacks: {
      title: () => [],
      label: (item: TooltipItem<'scatter'>) => {
        const point = points[item.dataIndex];
        return point ? describeCode(point) : '';
      },
    },
  };
}

function namesPlugin(points: readonly CodePoint[], theme: Theme): Plugin<'scatter'> {
  return {
    id: 'names',
    afterDatasetsDraw: (chart) => {
      const { ctx, chartArea, canvas, width } = chart;
      const marks = chart.getDatasetMeta(0).data;
      ctx.save();
      ctx.font = `${nameSize}px ${getComputedStyle(canvas).fontFamily}`;
      ctx.fillStyle = theme.ink;
      ctx.textBaseline = 'middle';
      const named = points.map(({ variant }, at) => ({
        x: marks[at]?.x ?? 0,
        y: marks[at]?.y ?? 0,
        width: ctx.measureText(variant).width,
      }));
      const boxes = placeNames(named, { ...chartArea, top: 0, right: width });
      points.forEach(({ variant }, at) => {
        const box = boxes[at];
        if (box) ctx.fillText(variant, box.left, box.top + nameHeight / 2);
      });
      ctx.restore();
    },
  };
}
