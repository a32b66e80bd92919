// The trend's chart: drawn, zoomed by the pointer, and walked through by the keyboard; each of its columns leads to a page.
import type { Chart, ChartEvent } from 'chart.js';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { draw } from '../charts/chart.ts';
import { describePoint, titleOf } from '../charts/tooltip.ts';
import type { TrendChart } from '../charts/trend.ts';
import { zoomable } from '../charts/zoom.ts';
import { factorsOf } from '../model/trend-view.ts';
import type { TrendView } from '../model/trend-view.ts';
import type { Span } from '../model/range.ts';
import type { Trend } from '../model/trend.ts';
import type { Theme } from '../theme.ts';
import { dataAttributes } from '../ui/plot.tsx';

/** The chart, and what its reader can do with it. */
export interface TrendPlotProps {
  readonly trend: Trend;
  readonly view: TrendView;
  readonly hidden: readonly string[];
  readonly software: boolean;
  readonly theme: Theme;
  readonly config: TrendChart;
  readonly label: string;
  readonly data: Readonly<Record<string, string>>;
  /** Where a column leads; null where there is none. */
  readonly addressOf: (column: number) => string | null;
  readonly onSpan: (span: Span) => void;
  /** Zooms by a key. */
  readonly onKey: (key: string) => boolean;
}

/** Draws it. */
export function TrendPlot(props: TrendPlotProps): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<Chart<'line', unknown, unknown> | null>(null);
  const said = useRef<HTMLParagraphElement>(null);
  const at = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (!canvas.current) return;
    at.current = null;
    chart.current = draw(canvas.current, configOf(props));
  });
  const visit = (column: number | null) => {
    at.current = column;
    if (chart.current) pointAt(chart.current, column);
    if (said.current) said.current.textContent = column === null ? '' : wordsOf(column, props);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isTaken(event, props, { at: at.current, visit })) event.preventDefault();
  };
  return (
    <>
      <div class="plot">
        <canvas
          id="trend-chart"
          ref={canvas}
          // The arrow keys are the chart's own: a reader's software must let them through.
          role="application"
          aria-roledescription="chart"
          aria-label={props.label}
          aria-describedby="trend-keys"
          tabIndex={0}
          onKeyDown={onKeyDown}
          onBlur={() => visit(null)}
          {...dataAttributes(props.data)}
        />
      </div>
      <p ref={said} id="trend-said" class="unseen" role="status" />
    </>
  );
}

interface Walk {
  readonly at: number | null;
  readonly visit: (column: number | null) => void;
}

// Whether a key was for the chart.
function isTaken(event: KeyboardEvent, props: TrendPlotProps, { at, visit }: Walk): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const next = nextColumn(event.key, at, props.view.span);
  if (next !== undefined) visit(next);
  else if (event.key === 'Enter' && at !== null) open(props, at);
  else return props.onKey(event.key);
  return true;
}

function configOf(props: TrendPlotProps): TrendChart {
  const { trend, view, theme, config, onSpan } = props;
  const zooming = { columns: trend.columns, isDated: view.isDated, theme, onSpan };
  return clickable(zoomable(config, zooming), props);
}

function nextColumn(key: string, at: number | null, { first, last }: Span): number | null | undefined {
  if (key === 'ArrowLeft') return at === null ? last : Math.max(first, at - 1);
  if (key === 'ArrowRight') return at === null ? first : Math.min(last, at + 1);
  if (key === 'Home') return first;
  if (key === 'End') return last;
  return key === 'Escape' ? null : undefined;
}

// As if the pointer were there.
function pointAt(chart: Chart<'line', unknown, unknown>, column: number | null): void {
  const items = chart.data.datasets.flatMap((_, datasetIndex) => {
    const mark = column === null ? undefined : chart.getDatasetMeta(datasetIndex).data[column];
    // Chart.js marks what has no value so.
    const isThere =
      mark !== undefined && !('skip' in mark && mark.skip) && chart.isDatasetVisible(datasetIndex);
    return isThere && column !== null ? [{ datasetIndex, index: column }] : [];
  });
  const x =
    column === null ? 0 : (items[0] && chart.getDatasetMeta(items[0].datasetIndex).data[column]?.x) || 0;
  chart.setActiveElements(items);
  chart.tooltip?.setActiveElements(items, { x, y: chart.chartArea.top });
  chart.update('none');
}

function wordsOf(column: number, { trend, view, hidden, software }: TrendPlotProps): string {
  const factors = factorsOf(trend, view);
  const lines = trend.lines.flatMap(({ name, variant, points }, at) => {
    const point = points[column];
    if (!point || hidden.includes(variant)) return [];
    const factor = view.isRelative ? (factors[at] ?? 1) : null;
    return [describePoint(name, point, { measure: trend, software, isNarrow: true, factor })];
  });
  return [...titleOf(trend.columns[column]), ...lines].join('. ');
}

function open({ addressOf }: Pick<TrendPlotProps, 'addressOf'>, column: number): void {
  const address = addressOf(column);
  if (address !== null) location.hash = address;
}

// A click beside the points is none: it may be the end of a look around.
function clickable(config: TrendChart, props: TrendPlotProps): TrendChart {
  return {
    ...config,
    options: {
      ...config.options,
      onClick: (event, _, chart) => {
        const column = columnAt(event, chart);
        if (column !== null) open(props, column);
      },
      onHover: (event, _, chart) => {
        const column = columnAt(event, chart);
        const leads = column !== null && props.addressOf(column) !== null;
        chart.canvas.classList.toggle('leads', leads);
      },
    },
  };
}

function columnAt(event: ChartEvent, chart: Chart): number | null {
  if (!event.native) return null;
  const found = chart.getElementsAtEventForMode(event.native, 'nearest', { intersect: true }, true);
  return found[0]?.index ?? null;
}
