// The trend as a picture to send: the chart with a title, a legend, and a line that says where it is from.
import { Chart } from 'chart.js';
import { drawPoint } from 'chart.js/helpers';
import type { SeriesStyle, Theme } from '../theme.ts';
import { stroke } from './strokes.ts';
import type { TrendChart } from './trend.ts';

/** What stands around the chart. */
export interface Picture {
  readonly title: string;
  readonly legend: readonly { readonly name: string; readonly style: SeriesStyle }[];
  /** Machine, commits and address; each is a line. */
  readonly source: readonly string[];
  readonly theme: Theme;
  readonly config: TrendChart;
}

const size = { width: 1280, plot: 620, margin: 28, line: 22, sample: 30 } as const;
/** Pixels of the file for each of the picture's: it must stay sharp on a slide. */
const sharpness = 2;

/** Draws it as a PNG; null where the browser makes none. */
export function pictureOf(picture: Picture): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  const ctx = canvas.getContext('2d');
  if (!ctx) return Promise.resolve(null);
  const font = String(Chart.defaults.font.family);
  const rows = legendRows(ctx, picture.legend, font);
  const top = size.margin + 34 + rows.length * size.line + 8;
  const height = top + size.plot + picture.source.length * size.line + size.margin;
  canvas.width = size.width * sharpness;
  canvas.height = height * sharpness;
  ctx.scale(sharpness, sharpness);
  ctx.fillStyle = picture.theme.surface;
  ctx.fillRect(0, 0, size.width, height);
  drawTexts(ctx, picture, { font, height });
  drawLegend(ctx, rows, { theme: picture.theme, font });
  const chart = chartOf(picture.config);
  ctx.drawImage(chart, size.margin, top, size.width - 2 * size.margin, size.plot);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

// On a canvas of its own: the one in the page is as wide as the reader's window.
function chartOf(config: TrendChart): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = size.width - 2 * size.margin;
  canvas.height = size.plot;
  const options = { ...config.options, responsive: false, devicePixelRatio: sharpness };
  const chart = new Chart(canvas, { ...config, options });
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  copy.getContext('2d')?.drawImage(canvas, 0, 0);
  chart.destroy();
  return copy;
}

interface Lettering {
  readonly font: string;
  readonly height: number;
}

function drawTexts(
  ctx: CanvasRenderingContext2D,
  { title, source, theme }: Picture,
  { font, height }: Lettering,
): void {
  ctx.textBaseline = 'middle';
  ctx.fillStyle = theme.ink;
  ctx.font = `600 20px ${font}`;
  ctx.fillText(title, size.margin, size.margin + 8, size.width - 2 * size.margin);
  ctx.fillStyle = theme.muted;
  ctx.font = `13px ${font}`;
  const first = height - size.margin - (source.length - 1) * size.line;
  for (const [at, text] of source.entries())
    ctx.fillText(text, size.margin, first + at * size.line, size.width - 2 * size.margin);
}

interface Entry {
  readonly name: string;
  readonly style: SeriesStyle;
  readonly x: number;
}

// Names in as many lines as they need.
function legendRows(
  ctx: CanvasRenderingContext2D,
  legend: Picture['legend'],
  font: string,
): readonly (readonly Entry[])[] {
  ctx.font = `14px ${font}`;
  const rows: Entry[][] = [[]];
  let x: number = size.margin;
  for (const { name, style } of legend) {
    const width = size.sample + 8 + ctx.measureText(name).width + 20;
    if (x > size.margin && x + width > size.width - size.margin) {
      rows.push([]);
      x = size.margin;
    }
    rows.at(-1)?.push({ name, style, x });
    x += width;
  }
  return rows;
}

function drawLegend(
  ctx: CanvasRenderingContext2D,
  rows: readonly (readonly Entry[])[],
  { theme, font }: { readonly theme: Theme; readonly font: string },
): void {
  ctx.font = `14px ${font}`;
  for (const [row, entries] of rows.entries()) {
    const y = size.margin + 36 + row * size.line;
    for (const { name, style, x } of entries) {
      ctx.strokeStyle = style.colour;
      ctx.lineWidth = 3;
      ctx.setLineDash([...style.dash]);
      stroke(ctx, [x, y, x + size.sample, y]);
      ctx.setLineDash([]);
      ctx.fillStyle = style.colour;
      const { pointStyle, rotation } = style.shape;
      drawPoint(ctx, { pointStyle, rotation, radius: 6, borderWidth: 0 }, x + size.sample / 2, y);
      ctx.fillStyle = theme.ink;
      ctx.fillText(name, x + size.sample + 8, y);
    }
  }
}
