// Names of roofs on a roofline: each left of where its flat part begins, above the slope, where no result can lie.
import type { Plugin } from 'chart.js';
import type { Roofline } from '../model/roofline.ts';
import type { Theme } from '../theme.ts';

const nameSize = 11;
const gap = 8;

/** Writes the names of the measured roofs; the text below the chart has the dashed ones. */
export function roofNames({ arithmetic, memory }: Roofline, theme: Theme): Plugin<'scatter'> {
  const gbps = memory.find(({ source }) => source === 'measured')?.rate ?? Infinity;
  const roofs = arithmetic.filter(({ source }) => source === 'measured');
  return {
    id: 'roof-names',
    afterDatasetsDraw: ({ ctx, canvas, scales: { x, y } }) => {
      ctx.save();
      ctx.font = `${nameSize}px ${getComputedStyle(canvas).fontFamily}`;
      ctx.fillStyle = theme.ink;
      ctx.textAlign = 'right';
      ctx.textBaseline = 'middle';
      const places = namePlaces(
        roofs.map(({ name, rate }) => ({
          right: (x?.getPixelForValue(rate / gbps) ?? 0) - gap,
          // Off the slope, which is shallow where the chart is wide.
          y: (y?.getPixelForValue(rate) ?? 0) - nameSize / 2,
          width: ctx.measureText(name).width,
        })),
      );
      roofs.forEach(({ name }, at) => {
        const place = places[at];
        if (place) ctx.fillText(name, place.right, place.y);
      });
      ctx.restore();
    },
  };
}

/** A name that should end at `right`, in pixels. */
interface Wanted {
  readonly right: number;
  readonly y: number;
  readonly width: number;
}

/** Where names end so that none covers another: where they should, or left of those that are as high. */
export function namePlaces(
  names: readonly Wanted[],
): readonly { readonly right: number; readonly y: number }[] {
  const placed: { right: number; left: number; y: number }[] = [];
  for (const { right: wanted, y, width } of names) {
    const beside = placed.filter((other) => Math.abs(other.y - y) < nameSize + 2);
    const right = Math.min(wanted, ...beside.map(({ left }) => left - gap));
    placed.push({ right, left: right - width, y });
  }
  return placed.map(({ right, y }) => ({ right, y }));
}
