// Where the machine's card changed, as an upright line with its words above the trend.
import type { Chart, Plugin } from 'chart.js';
import type { Break } from '../model/breaks.ts';
import type { Theme } from '../theme.ts';
import { edgeBefore, stroke } from './strokes.ts';

/** Where columns stand, and how far above the chart the words begin, in px. */
export interface BreaksLook {
  readonly theme: Theme;
  readonly places: readonly number[];
  readonly above: number;
}

/** Pixels that the words of breaks take above a chart. */
export const roomOfBreaks = (breaks: readonly Break[]): number =>
  rowHeight * Math.min(mostRows, breaks.length);

/** Draws the breaks that are in view. */
export function breaksPlugin(breaks: readonly Break[], { theme, places, above }: BreaksLook): Plugin<'line'> {
  return {
    id: 'breaks',
    beforeDatasetsDraw: (chart) => {
      const { ctx, chartArea, canvas } = chart;
      const inView = breaks
        .map(({ column, text }) => ({ x: edgeBefore(chart, places, column), text }))
        .filter(({ x }) => x >= chartArea.left && x <= chartArea.right);
      ctx.save();
      ctx.strokeStyle = theme.muted;
      ctx.lineWidth = 1;
      ctx.setLineDash([1, 3]);
      ctx.font = `11px ${getComputedStyle(canvas).fontFamily}`;
      ctx.fillStyle = theme.muted;
      ctx.textBaseline = 'bottom';
      for (const { x } of inView) stroke(ctx, [x, chartArea.top - above, x, chartArea.bottom]);
      write(chart, inView, above);
      ctx.restore();
    },
  };
}

interface Line {
  readonly x: number;
  readonly text: string;
}

function write({ ctx, chartArea }: Chart, lines: readonly Line[], above: number): void {
  if (chartArea.right - chartArea.left < roomForWords) return;
  const widths = lines.map(({ text }) => ctx.measureText(text).width);
  const placed = placeWords(
    lines.map(({ x }, at) => ({ x, width: widths[at] ?? 0 })),
    { ...chartArea, rows: mostRows },
  );
  for (const [at, place] of placed.entries())
    if (place)
      ctx.fillText(lines[at]?.text ?? '', place.left, chartArea.top - above - 2 - rowHeight * place.row);
}

const rowHeight = 14;
// On a telephone the words would lie over the points; the note below the chart says what the lines are.
const roomForWords = 400;
const mostRows = 2;
const gap = 4;

/** Where words begin, and in which row, counted from the chart. */
export interface WordsPlace {
  readonly left: number;
  readonly row: number;
}

/**
 * Places words beside upright lines, behind each or before it, in the lowest row where they cover no others; null of those for which there
 * is no row left: their line stands without words.
 */
export function placeWords(
  lines: readonly { readonly x: number; readonly width: number }[],
  area: { readonly left: number; readonly right: number; readonly rows: number },
): readonly (WordsPlace | null)[] {
  const taken: (WordsPlace & { readonly right: number })[] = [];
  return lines.map(({ x, width }) => {
    const sides = [x + gap, x - gap - width].filter(
      (left) => left >= area.left && left + width <= area.right,
    );
    const free = Array.from({ length: area.rows }, (_, row) =>
      sides.map((left) => ({ left, right: left + width, row })),
    )
      .flat()
      .find(
        (one) =>
          !taken.some(
            (other) => other.row === one.row && one.left < other.right + gap && other.left < one.right + gap,
          ),
      );
    if (free) taken.push(free);
    return free ? { left: free.left, row: free.row } : null;
  });
}
