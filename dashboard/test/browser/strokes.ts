// What of a chart's straight lines a reader sees: where each was drawn last, and how much of it stands out from the ground.
import type { Page } from 'playwright-core';

/** A straight line of a canvas, in pixels of the page. */
export interface Stroke {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly colour: string;
  readonly dash: readonly number[];
  /** The share of its length that is no ground, once all is drawn. */
  readonly seen: number;
}

type Watched = HTMLCanvasElement & { strokes?: Omit<Stroke, 'seen'>[] };

/** Keeps what canvases draw from now on; for a page that has not been loaded. */
export function watchStrokes(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const own = CanvasRenderingContext2D.prototype;
    const { beginPath, moveTo, lineTo, stroke, clearRect } = own;
    let path: [number, number][] = [];
    own.beginPath = function () {
      path = [];
      beginPath.call(this);
    };
    own.moveTo = function (x, y) {
      path.push([x, y]);
      moveTo.call(this, x, y);
    };
    own.lineTo = function (x, y) {
      path.push([x, y]);
      lineTo.call(this, x, y);
    };
    own.clearRect = function (...box) {
      (this.canvas as Watched).strokes = [];
      clearRect.apply(this, box);
    };
    own.stroke = function (...given: [] | [Path2D]) {
      const [from, to, ...more] = path;
      if (given.length === 0 && from && to && more.length === 0)
        ((this.canvas as Watched).strokes ??= []).push({
          from,
          to,
          colour: String(this.strokeStyle),
          dash: this.getLineDash(),
        });
      stroke.apply(this, given as [Path2D]);
    };
  });
}

/** The straight lines of a canvas on a ground of this colour, in the order in which they were drawn. */
export function strokesOf(page: Page, selector: string, ground: string): Promise<readonly Stroke[]> {
  return page.locator(selector).evaluate((element, surface) => {
    const canvas = element as Watched;
    const { width, height } = canvas;
    const copy = new OffscreenCanvas(width, height).getContext('2d');
    if (!copy) throw new Error('no canvas to read from');
    // What a canvas leaves out is the ground below it.
    copy.fillStyle = surface;
    copy.fillRect(0, 0, width, height);
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, width, height);
    const bare = [1, 3, 5].map((at) => Number.parseInt(surface.slice(at, at + 2), 16));
    const standsOut = (x: number, y: number) => {
      const at = 4 * (Math.floor(y) * width + Math.floor(x));
      return bare.some((value, channel) => Math.abs((data[at + channel] ?? value) - value) > 40);
    };
    return (canvas.strokes ?? []).map((line) => {
      const [[x1, y1], [x2, y2]] = [line.from, line.to];
      const length = Math.max(1, Math.round(Math.hypot(x2 - x1, y2 - y1)));
      const steps = Array.from({ length }, (_, at) => (at + 0.5) / length);
      const seen = steps.filter((part) => standsOut(x1 + part * (x2 - x1), y1 + part * (y2 - y1)));
      return { ...line, seen: seen.length / length };
    });
  }, ground);
}
