// Levels and changes drawn over the trend: Chart.js has no mark that spans columns.
import type { Plugin } from 'chart.js';
import type { ChangeMark, Judged, LevelBand } from '../model/judged.ts';
import type { TrendLine } from '../model/trend.ts';
import { seriesStyle, translucent } from '../theme.ts';
import type { Theme } from '../theme.ts';
import { placeWords } from './breaks.ts';
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
      const { left, right } = chart.chartArea;
      const inView = marks
        .map((mark) => ({ mark, x: edgeBefore(chart, look.places, mark.column) }))
        .filter(({ x }) => x >= left && x <= right);
      drawMarks(chart, inView, look.theme);
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

const chip = { height: 16, padding: 5, font: 11, arrow: 8, row: 18, most: 3 } as const;

/** Pixels that the words of changes take above a chart. */
export const roomOfMarks = (marks: readonly ChangeMark[]): number =>
  chip.row * Math.min(chip.most, marks.length);

interface PlacedMark {
  readonly mark: ChangeMark;
  readonly x: number;
}

// Words stand above the chart, where they cover no point; the list below it has those for which there is no room.
function drawMarks(chart: LineChart, marks: readonly PlacedMark[], theme: Theme): void {
  const { ctx, chartArea } = chart;
  ctx.save();
  ctx.font = `600 ${chip.font}px ${getComputedStyle(chart.canvas).fontFamily}`;
  ctx.textBaseline = 'middle';
  const boxes = marks.map(({ mark, x }) => ({
    x,
    width: ctx.measureText(mark.text).width + 3 * chip.padding + chip.arrow,
  }));
  const places = placeWords(boxes, { ...chartArea, rows: chip.most });
  for (const [at, { mark, x }] of marks.entries()) {
    const { colour } = seriesStyle(theme, mark.place);
    ctx.strokeStyle = colour;
    ctx.lineWidth = 1.5;
    ctx.setLineDash([4, 3]);
    const place = places[at];
    const top = chartArea.top - chip.row * ((place?.row ?? -1) + 1);
    stroke(ctx, [x, top, x, chartArea.bottom]);
    if (place) drawChip(ctx, mark, { left: place.left, top, width: boxes[at]?.width ?? 0, theme });
  }
  ctx.restore();
}

function drawChip(
  ctx: CanvasRenderingContext2D,
  { text, isWorse }: ChangeMark,
  {
    left,
    top,
    width,
    theme,
  }: { readonly left: number; readonly top: number; readonly width: number; readonly theme: Theme },
): void {
  ctx.fillStyle = theme.surface;
  ctx.fillRect(left, top, width, chip.height);
  ctx.setLineDash([]);
  ctx.lineWidth = 1;
  ctx.strokeRect(left, top, width, chip.height);
  ctx.fillStyle = isWorse ? theme.failed : theme.ink;
  drawArrow(ctx, { left: left + chip.padding, middle: top + chip.height / 2, isWorse });
  ctx.fillText(text, left + 2 * chip.padding + chip.arrow, top + chip.height / 2);
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
