// The greatest element or the mean of a window, in f64.
import { unitRoundoff } from '@kernel-ladder/harness';
import type { NumberArray } from '@kernel-ladder/harness';
import type { ConvCase } from '../problem.ts';
import type { Geometry } from '../geometry.ts';
import { pixelOf } from './reference.ts';

/** The value due at an index of the result, and how far it may be off. */
export interface PoolReference {
  readonly expected: (index: number) => number;
  readonly tolerance: (index: number) => number;
}

/** The reference of a pooling. Padding is never the greatest; in a mean it counts as zeros. */
export function poolReference({ op }: ConvCase, geometry: Geometry, x: NumberArray): PoolReference {
  const { taps } = geometry;
  const windowOf = (index: number) => elementsOf(geometry, index).map((pixel) => x[pixel] ?? Number.NaN);
  if (op === 'max') return { expected: (index) => Math.max(...windowOf(index)), tolerance: () => 0 };
  return {
    expected: (index) => sumOf(windowOf(index)) / taps,
    // taps − 1 additions, and a quotient that may lose 2.5 units in the last place.
    tolerance: (index) => {
      const values = windowOf(index);
      const magnitude = sumOf(values.map(Math.abs)) / taps;
      return unitRoundoff.f32 * ((taps - 1) * magnitude + 5 * Math.abs(sumOf(values) / taps) + 2 ** -100);
    },
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function elementsOf(geometry: Geometry, index: number): readonly number[] {
  const { pixels, taps, kernel, out } = geometry;
  const plane = Math.floor(index / pixels);
  const [down, right] = [Math.floor((index % pixels) / out), index % out];
  const elements: number[] = [];
  for (let tap = 0; tap < taps; tap++) {
    const pixel = pixelOf(geometry, {
      plane,
      down,
      right,
      row: Math.floor(tap / kernel),
      column: tap % kernel,
    });
    if (pixel !== null) elements.push(pixel);
  }
  return elements;
}
