// Levels and changes drawn over the trend: Chart.js has no mark that spans columns.
import type { Chart, Plugin } from 'chart.js';
import type { ChangeMark, Judged, LevelBand } from '../model/judged.ts';
import { seriesStyle, translucent } from '../theme.ts';
import type { Theme } from '../theme.ts';

/** Draws what is judged of the lines that are not hidden. */
export function judgedPlugin(
  judged: Judged,
  { theme, hidden }: { readonly theme: Theme; readonly hidden: readonly string[] },
): Plugin<'line'> {
  const isShown = ({ variant }: { readonly variant: string }) => !hidden.includes(variant);
  const bands = judged.bands.filter(isShown);
  const marks = judged.marks.filter(isShown);
  return {
    id: 'judged',
    beforeDatasetsDraw: (chart) => {
      for (const band of bands) clipped(chart, () => drawBand(chart, band, theme));
    },
    afterDatasetsDraw: (chart) => {
      const stacks = new Map<number, number>();
      for (const mark of marks) {
        const row = stacks.get(mark.column) ?? 0;
        stacks.set(mark.column, row + 1);
        drawMark(chart, mark, { row, theme });
      }
    },
  };
}

type LineChart = Chart<'line', unknown, unknown>;

function clipped({ ctx, chartArea }: LineChart, draw: () => void): void {
  const { left, top, width, height } = chartArea;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  draw();
  ctx.restore();
}

function drawBand(chart: LineChart, { place, first, last, low, level, high }: LevelBand, theme: Theme): void {
  const { ctx } = chart;
  const { colour } = seriesStyle(theme, place);
  const [left, right] = [edge(chart, first), edge(chart, last + 1)];
  const [bottom, middle, top] = [low, level, high].map((value) => heightOf(chart, value));
  if (bottom === undefined || middle === undefined || top === undefined) return;
  ctx.fillStyle = translucent(colour, 0.1);
  ctx.fillRect(left, top, right - left, bottom - top);
  ctx.strokeStyle = translucent(colour, 0.7);
  ctx.lineWidth = 1;
  ctx.setLineDash([1, 3]);
  for (const y of [bottom, top]) stroke(ctx, [left, y, right, y]);
  ctx.setLineDash([]);
  stroke(ctx, [left, middle, right, middle]);
}

const chip = { height: 16, padding: 5, font: 11, arrow: 8 } as const;

function drawMark(
  chart: LineChart,
  { column, text, isWorse, place }: ChangeMark,
  { row, theme }: { readonly row: number; readonly theme: Theme },
): void {
  const { ctx, chartArea } = chart;
  const x = edge(chart, column);
  const { colour } = seriesStyle(theme, place);
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([4, 3]);
  stroke(ctx, [x, chartArea.top, x, chartArea.bottom]);
  ctx.font = `600 ${chip.font}px ${getComputedStyle(chart.canvas).fontFamily}`;
  const width = ctx.measureText(text).width + 3 * chip.padding + chip.arrow;
  const left = Math.min(x + 3, chartArea.right - width);
  const top = chartArea.top + row * (chip.height + 2);
  ctx.fillStyle = theme.surface;
  ctx.fillRect(left, top, width, chip.height);
  ctx.setLineDash([]);
  ctx.lineWidth = 1;
  ctx.strokeRect(left, top, width, chip.height);
  ctx.fillStyle = isWorse ? theme.failed : theme.ink;
  ctx.textBaseline = 'middle';
  drawArrow(ctx, { left: left + chip.padding, middle: top + chip.height / 2, isWorse });
  ctx.fillText(text, left + 2 * chip.padding + chip.arrow, top + chip.height / 2);
  ctx.restore();
}

// Down is worse, whatever the metric, as on the list of changes; drawn, because not every font has the sign.
function drawArrow(
  ctx: CanvasRenderingContext2D,
  { left, middle, isWorse }: { readonly left: number; readonly middle: number; readonly isWorse: boolean },
): void {
  const reach = (isWorse ? 1 : -1) * (chip.arrow / 2);
  ctx.beginPath();
  ctx.moveTo(left, middle - reach);
  ctx.lineTo(left + chip.arrow, middle - reach);
  ctx.lineTo(left + chip.arrow / 2, middle + reach);
  ctx.fill();
}

function stroke(
  ctx: CanvasRenderingContext2D,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
): void {
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
}

/** Half way between a column and the one before it. */
function edge(chart: LineChart, column: number): number {
  const { chartArea, scales } = chart;
  const at = (index: number) => scales['x']?.getPixelForValue(index) ?? chartArea.left;
  const count = chart.data.labels?.length ?? 0;
  const step = count > 1 ? at(1) - at(0) : chartArea.width / 2;
  return Math.min(chartArea.right, Math.max(chartArea.left, at(0) + (column - 0.5) * step));
}

function heightOf(chart: LineChart, value: number): number | undefined {
  return chart.scales['y']?.getPixelForValue(value);
}
