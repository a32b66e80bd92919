// Levels and changes drawn over the trend: Chart.js has no mark that spans columns.
import type { Plugin } from 'chart.js';
import type { ChangeMark, Judged, LevelBand } from '../model/judged.ts';
import type { TrendLine } from '../model/trend.ts';
import { seriesStyle, translucent } from '../theme.ts';
import type { Theme } from '../theme.ts';
import { clipped, edgeBefore, stroke } from './strokes.ts';
import type { LineChart } from './strokes.ts';

/** Where columns stand, and how the lines are drawn. */
export interface JudgedLook {
  readonly theme: Theme;
  readonly hidden: readonly string[];
  readonly places: readonly number[];
  readonly lines: readonly TrendLine[];
  /** What each line is multiplied with. */
  readonly factors: readonly number[];
}

/** Draws what is judged of the lines that are not hidden. */
export function judgedPlugin(judged: Judged, look: JudgedLook): Plugin<'line'> {
  const { hidden, lines } = look;
  const isShown = ({ id }: { readonly id: string }) =>
    lines.some((line) => line.id === id && !hidden.includes(line.variant));
  const bands = judged.bands.filter(isShown);
  const marks = judged.marks.filter(isShown);
  return {
    id: 'judged',
    beforeDatasetsDraw: (chart) => {
      for (const band of bands) clipped(chart, () => drawBand(chart, band, look));
    },
    afterDatasetsDraw: (chart) => {
      const stacks = new Map<number, number>();
      for (const mark of marks) {
        const x = edgeBefore(chart, look.places, mark.column);
        if (x < chart.chartArea.left || x > chart.chartArea.right) continue;
        const row = stacks.get(mark.column) ?? 0;
        stacks.set(mark.column, row + 1);
        drawMark(chart, mark, { row, x, theme: look.theme });
      }
    },
  };
}

function drawBand(
  chart: LineChart,
  { id, place, first, last, low, level, high }: LevelBand,
  { theme, places, lines, factors }: JudgedLook,
): void {
  const { ctx } = chart;
  const { colour } = seriesStyle(theme, place);
  const factor = factors[lines.findIndex((line) => line.id === id)] ?? 1;
  const [left, right] = [edgeBefore(chart, places, first), edgeBefore(chart, places, last + 1)];
  const [bottom, middle, top] = [low, level, high].map((value) => heightOf(chart, value * factor));
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
  { text, isWorse, place }: ChangeMark,
  { row, x, theme }: { readonly row: number; readonly x: number; readonly theme: Theme },
): void {
  const { ctx, chartArea } = chart;
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

function heightOf(chart: LineChart, value: number): number | undefined {
  return chart.scales['y']?.getPixelForValue(value);
}
