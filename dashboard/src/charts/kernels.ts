// Where a series ran another kernel than before, as a short upright bar through its point.
import type { Plugin } from 'chart.js';
import type { Trend } from '../model/trend.ts';
import { seriesStyle } from '../theme.ts';
import type { Theme } from '../theme.ts';
import { clipped, stroke } from './strokes.ts';
import { datasetsPerLine } from './tooltip.ts';

const reachPx = 10;

/** Draws the bars of the lines that are not hidden. */
export function kernelsPlugin(
  trend: Trend,
  { theme, hidden }: { readonly theme: Theme; readonly hidden: readonly string[] },
): Plugin<'line'> {
  return {
    id: 'kernels',
    afterDatasetsDraw: (chart) => {
      const { ctx } = chart;
      clipped(chart, () => {
        for (const [at, line] of trend.lines.entries()) {
          if (hidden.includes(line.variant)) continue;
          const marks = chart.getDatasetMeta(datasetsPerLine * at + 2).data;
          const { colour } = seriesStyle(theme, line.place);
          for (const [column, point] of line.points.entries()) {
            const mark = marks[column];
            if (point?.status !== 'passed' || !point.isNewKernel || !point.measured || !mark) continue;
            ctx.strokeStyle = theme.surface;
            ctx.lineWidth = 4;
            stroke(ctx, [mark.x, mark.y - reachPx, mark.x, mark.y + reachPx]);
            ctx.strokeStyle = colour;
            ctx.lineWidth = 2;
            stroke(ctx, [mark.x, mark.y - reachPx, mark.x, mark.y + reachPx]);
          }
        }
      });
    },
  };
}
