// Zooming into the trend by the pointer: what is dragged over or turned towards becomes a span of columns.
import type { Chart, Plugin } from 'chart.js';
import zoomPlugin from 'chartjs-plugin-zoom';
import type { Span } from '../model/range.ts';
import type { TrendColumn } from '../model/trend.ts';
import { translucent } from '../theme.ts';
import type { Theme } from '../theme.ts';
import { columnsBetween } from './places.ts';
import type { TrendChart } from './trend.ts';

// Its types are those of a CommonJS module; what Vite imports is the plugin itself.
const plugin = zoomPlugin as unknown as Plugin<'line'>;

/** What zooming needs beside the chart. */
export interface Zooming {
  readonly columns: readonly TrendColumn[];
  readonly isDated: boolean;
  readonly theme: Theme;
  readonly onSpan: (span: Span) => void;
}

/** The same chart, which calls back with the columns that the reader zooms to; the wheel alone still scrolls the page. */
export function zoomable(config: TrendChart, { columns, isDated, theme, onSpan }: Zooming): TrendChart {
  const onZoomComplete = ({ chart }: { readonly chart: Chart }) => {
    const axis = chart.scales['x'];
    if (axis) onSpan(columnsBetween(columns, axis, isDated));
  };
  const zoom = {
    mode: 'x' as const,
    drag: {
      enabled: true,
      threshold: 8,
      backgroundColor: translucent(theme.muted, 0.2),
      borderColor: theme.muted,
      borderWidth: 1,
    },
    wheel: { enabled: true, modifierKey: 'ctrl' as const, speed: 0.15 },
    onZoomComplete,
  };
  const { options = {}, plugins = [] } = config;
  return {
    ...config,
    options: { ...options, plugins: { ...options.plugins, zoom: { zoom } } },
    plugins: [...plugins, plugin],
  };
}
