// Lines over a chart, in its own coordinates.
import type { Chart } from 'chart.js';

/** A chart of lines, whatever its data. */
export type LineChart = Chart<'line', unknown, unknown>;

/** Draws a line between two points in px. */
export function stroke(
  ctx: CanvasRenderingContext2D,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
): void {
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
}

/** Draws nothing outside the plot. */
export function clipped({ ctx, chartArea }: LineChart, draw: () => void): void {
  const { left, top, width, height } = chartArea;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  draw();
  ctx.restore();
}

/** Half way between a column and the one before it, in px; half a step beyond the first and the last column. */
export function edgeBefore(chart: LineChart, places: readonly number[], column: number): number {
  const { chartArea, scales } = chart;
  const at = (index: number) => scales['x']?.getPixelForValue(places[index] ?? 0) ?? chartArea.left;
  const last = places.length - 1;
  if (last < 1) return column <= 0 ? chartArea.left : chartArea.right;
  if (column <= 0) return at(0) - (at(1) - at(0)) / 2;
  if (column > last) return at(last) + (at(last) - at(last - 1)) / 2;
  return (at(column - 1) + at(column)) / 2;
}
