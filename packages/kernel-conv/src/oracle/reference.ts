// Windows in f64: products with filters added up, whole or at some places, and the magnitudes that bound their rounding.
import type { Geometry } from '../geometry.ts';

/** Images and filters, each number in f32 or f64. */
export interface Operands {
  readonly geometry: Geometry;
  readonly x: Numbers;
  /** filters × channels × kernel × kernel. */
  readonly w: Numbers;
}

/** Anything that holds numbers by place. */
export type Numbers = Float32Array | Float64Array;

/** Results of some images, from one up to, not including, another: image by image, filter by filter, row by row. */
export function convolve({ geometry, x, w }: Operands, from = 0, to = geometry.images): Float64Array {
  const { channels, filters, pixels, taps, kernel } = geometry;
  const value = new Float64Array((to - from) * filters * pixels);
  for (let image = from; image < to; image++) {
    for (let filter = 0; filter < filters; filter++) {
      const first = ((image - from) * filters + filter) * pixels;
      const sums = value.subarray(first, first + pixels);
      for (let channel = 0; channel < channels; channel++) {
        for (let tap = 0; tap < taps; tap++) {
          const weight = w[(filter * channels + channel) * taps + tap] ?? 0;
          const plane = image * channels + channel;
          addTap(geometry, sums, { x, plane, weight, row: Math.floor(tap / kernel), column: tap % kernel });
        }
      }
    }
  }
  return value;
}

interface Tap {
  readonly x: Numbers;
  /** Which channel of which image. */
  readonly plane: number;
  readonly weight: number;
  readonly row: number;
  readonly column: number;
}

// One element of the window under all windows of a plane.
function addTap(geometry: Geometry, sums: Float64Array, { x, plane, weight, row, column }: Tap): void {
  const { size, stride, padding, dilation, out } = geometry;
  for (let down = 0; down < out; down++) {
    const y = down * stride + row * dilation - padding;
    if (y < 0 || y >= size) continue;
    const line = (plane * size + y) * size;
    for (let right = 0; right < out; right++) {
      const at = right * stride + column * dilation - padding;
      if (at < 0 || at >= size) continue;
      const place = down * out + right;
      sums[place] = (sums[place] ?? 0) + weight * (x[line + at] ?? 0);
    }
  }
}

/** One element of the result by its index. */
export function convolveAt({ geometry, x, w }: Operands, index: number): number {
  const { channels, filters, pixels, taps, kernel, out } = geometry;
  const image = Math.floor(index / (filters * pixels));
  const filter = Math.floor(index / pixels) % filters;
  const [down, right] = [Math.floor((index % pixels) / out), index % out];
  let value = 0;
  for (let channel = 0; channel < channels; channel++) {
    const plane = image * channels + channel;
    for (let tap = 0; tap < taps; tap++) {
      const [row, column] = [Math.floor(tap / kernel), tap % kernel];
      const pixel = pixelOf(geometry, { plane, down, right, row, column });
      if (pixel !== null) value += (x[pixel] ?? 0) * (w[(filter * channels + channel) * taps + tap] ?? 0);
    }
  }
  return value;
}

/**
 * Σ max|x|·‖w‖₁ over the channels, of each filter on each of some images. Roundings are bounded by what a window may come to anywhere
 * in the image: algorithms that transform tiles, Winograd's and Fourier's, let large neighbours round beside small results.
 */
export function magnitudes({ geometry, x, w }: Operands, from: number, to: number): Float64Array {
  const { channels, filters, taps, size } = geometry;
  const largest = eachRun(
    x.subarray(from * channels * size ** 2, to * channels * size ** 2),
    size ** 2,
    Math.max,
  );
  const norms = eachRun(w, taps, (sum, weight) => sum + weight);
  const found = new Float64Array((to - from) * filters);
  for (let place = 0; place < found.length; place++) {
    const [image, filter] = [Math.floor(place / filters), place % filters];
    let sum = 0;
    for (let channel = 0; channel < channels; channel++)
      sum += (largest[image * channels + channel] ?? 0) * (norms[filter * channels + channel] ?? 0);
    found[place] = sum;
  }
  return found;
}

// Folds the magnitudes of each run of so many numbers.
function eachRun(
  numbers: Numbers,
  length: number,
  fold: (folded: number, magnitude: number) => number,
): Float64Array {
  const folded = new Float64Array(Math.floor(numbers.length / Math.max(1, length)));
  for (let run = 0; run < folded.length; run++) {
    let value = 0;
    for (let at = run * length; at < (run + 1) * length; at++)
      value = fold(value, Math.abs(numbers[at] ?? 0));
    folded[run] = value;
  }
  return folded;
}

/** A window, and an element of it. */
export interface Place {
  readonly plane: number;
  readonly down: number;
  readonly right: number;
  readonly row: number;
  readonly column: number;
}

/** The index into the images of the pixel under an element of a window; null where that is padding. */
export function pixelOf(
  { size, stride, padding, dilation }: Geometry,
  { plane, down, right, row, column }: Place,
): number | null {
  const y = down * stride + row * dilation - padding;
  const x = right * stride + column * dilation - padding;
  return y < 0 || y >= size || x < 0 || x >= size ? null : (plane * size + y) * size + x;
}
