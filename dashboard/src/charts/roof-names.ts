// Names of roofs on a roofline: each on its flat part, none over another.
import type { Plugin } from 'chart.js';
import type { Roof } from '../model/roofline.ts';
import type { Theme } from '../theme.ts';

const nameSize = 11;

/** Writes each name at the right edge, or left of the name of a roof that lies as high. */
export function roofNames(roofs: readonly Roof[], theme: Theme): Plugin<'scatter'> {
  return {
    id: 'roof-names',
    afterDatasetsDraw: (chart) => {
      const { ctx, chartArea, canvas, scales } = chart;
      ctx.save();
      ctx.font = `${nameSize}px ${getComputedStyle(canvas).fontFamily}`;
      ctx.fillStyle = theme.ink;
      ctx.textAlign = 'right';
      ctx.textBaseline = 'middle';
      const texts = roofs.map(({ name, source }) => (source === 'measured' ? name : `${name}, datasheet`));
      const places = namePlaces(
        roofs.map(({ rate, source }, at) => ({
          // Under a measured roof, and above the datasheet's, which lies higher.
          y: (scales['y']?.getPixelForValue(rate) ?? 0) + (source === 'measured' ? nameSize : -nameSize),
          width: ctx.measureText(texts[at] ?? '').width,
        })),
        chartArea.right - 2,
      );
      texts.forEach((text, at) => {
        const place = places[at];
        if (place) ctx.fillText(text, place.right, place.y);
      });
      ctx.restore();
    },
  };
}

/** Where names end so that none covers another: each at the right edge, or left of those that are as high. */
export function namePlaces(
  names: readonly { readonly y: number; readonly width: number }[],
  edge: number,
): readonly { readonly right: number; readonly y: number }[] {
  const placed: { right: number; left: number; y: number }[] = [];
  for (const { y, width } of names) {
    const beside = placed.filter((other) => Math.abs(other.y - y) < nameSize + 2);
    const right = Math.min(edge, ...beside.map(({ left }) => left - nameSize));
    placed.push({ right, left: right - width, y });
  }
  return placed.map(({ right, y }) => ({ right, y }));
}
