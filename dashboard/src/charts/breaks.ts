// Where the machine's card changed, as an upright line with its words at the foot of the trend.
import type { Plugin } from 'chart.js';
import type { Break } from '../model/breaks.ts';
import type { Theme } from '../theme.ts';
import { edgeBefore, stroke } from './strokes.ts';

/** Draws the breaks that are in view. */
export function breaksPlugin(
  breaks: readonly Break[],
  { theme, places }: { readonly theme: Theme; readonly places: readonly number[] },
): Plugin<'line'> {
  return {
    id: 'breaks',
    beforeDatasetsDraw: (chart) => {
      const { ctx, chartArea, canvas } = chart;
      for (const [row, { column, text }] of breaks.entries()) {
        const x = edgeBefore(chart, places, column);
        if (x < chartArea.left || x > chartArea.right) continue;
        ctx.save();
        ctx.strokeStyle = theme.muted;
        ctx.lineWidth = 1;
        ctx.setLineDash([1, 3]);
        stroke(ctx, [x, chartArea.top, x, chartArea.bottom]);
        ctx.font = `11px ${getComputedStyle(canvas).fontFamily}`;
        ctx.fillStyle = theme.muted;
        ctx.textBaseline = 'bottom';
        // Beside the line where there is room, else before it.
        const isRoom = x + 4 + ctx.measureText(text).width < chartArea.right;
        ctx.textAlign = isRoom ? 'left' : 'right';
        ctx.fillText(text, x + (isRoom ? 4 : -4), chartArea.bottom - 8 - 14 * (row % 3));
        ctx.restore();
      }
    },
  };
}
