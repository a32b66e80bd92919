// Freivalds' check (1977) of a convolution: with signs r over the filters, Σ r_f · y_f at a pixel is the convolution with the one filter
// Σ r_f · w_f. It looks at every element of a result that is too large to compute again.
import type { Finding, NumberArray, Oracle, Random } from '@kernel-ladder/harness';
import { flawless, unitRoundoff } from '@kernel-ladder/harness';
import { convolve } from './reference.ts';
import type { Operands } from './reference.ts';

/** A wrong pixel escapes one set of signs with probability at most 1/2; a wrong tile escapes none of its pixels alike. */
const vectors = 3;

/** The images that are looked at. */
export interface Images {
  readonly from: number;
  readonly to: number;
}

/** What a sum over filters is judged by. */
export interface Judged {
  readonly operands: Operands;
  readonly images: Images;
  readonly judging: Random;
  /** Whether all sums are whole numbers that f32 holds. */
  readonly isExact: boolean;
}

/** An oracle over the sums of all filters at each pixel, under random signs. */
export function freivalds({ operands, images, judging, isExact }: Judged): Oracle {
  const { geometry, x, w } = operands;
  const { filters, terms } = geometry;
  const checks = Array.from({ length: vectors }, () => {
    const signs = Float64Array.from({ length: filters }, () => (judging.next() % 2) * 2 - 1);
    const folded = foldFilters(w, signs, terms);
    return { signs, sums: convolveWith(operands, { x, w: folded, images }) };
  });
  // Of rounding errors that do not follow the signs, as of a product's rows: 8·√K·u·√(Σ x²·‖w‖²).
  const squares = foldFilters(
    w.map((weight) => weight * weight),
    new Float64Array(filters).fill(1),
    terms,
  );
  const norms = isExact
    ? null
    : convolveWith(operands, { x: x.map((pixel) => pixel * pixel), w: squares, images });
  const unit = 8 * Math.sqrt(terms) * unitRoundoff.f32;
  const bounds = norms?.map((norm) => unit * Math.sqrt(norm)) ?? null;
  return {
    name: 'Freivalds over filters',
    verify: ({ y }) =>
      checks
        .map(({ signs, sums }) => compareSums(operands, { y: required(y), signs, sums, bounds, images }))
        .reduce((worst, next) => (next.worst > worst.worst ? next : worst)),
  };
}

function foldFilters(w: Operands['w'], weights: Float64Array, terms: number): Float64Array {
  const folded = new Float64Array(terms);
  for (let index = 0; index < w.length; index++) {
    const term = index % terms;
    folded[term] = (folded[term] ?? 0) + (weights[Math.floor(index / terms)] ?? 0) * (w[index] ?? 0);
  }
  return folded;
}

interface OneFilter extends Pick<Operands, 'x' | 'w'> {
  readonly images: Images;
}

function convolveWith({ geometry }: Operands, { x, w, images }: OneFilter): Float64Array {
  return convolve({ geometry: { ...geometry, filters: 1 }, x, w }, images.from, images.to);
}

interface Summed {
  readonly y: NumberArray;
  readonly signs: Float64Array;
  readonly sums: Float64Array;
  /** Null where they must be equal. */
  readonly bounds: Float64Array | null;
  readonly images: Images;
}

function compareSums({ geometry }: Operands, { y, signs, sums, bounds, images }: Summed): Finding {
  const { filters, pixels } = geometry;
  let [worst, worstAt] = [0, -1];
  for (let image = images.from; image < images.to; image++) {
    const first = image * filters * pixels;
    const got = signedSum(y.subarray(first, first + filters * pixels), signs, pixels);
    const place = (image - images.from) * pixels;
    got.forEach((sum, pixel) => {
      const ratio = overBound(Math.abs(sum - (sums[place + pixel] ?? 0)), bounds?.[place + pixel] ?? 0);
      if (ratio > worst) [worst, worstAt] = [ratio, first + pixel];
    });
  }
  if (worst <= 1) return { ...flawless, worst };
  const where = `pixel ${worstAt % pixels} of image ${Math.floor(worstAt / (filters * pixels))}`;
  const message = `under random signs all filters at ${where} do not add up to what they should`;
  return { ...flawless, passed: false, worst, message, at: { output: 'y', index: worstAt } };
}

// All filters of an image, with their signs, at each pixel.
function signedSum(y: NumberArray, signs: Float64Array, pixels: number): Float64Array {
  const sums = new Float64Array(pixels);
  signs.forEach((sign, filter) => {
    const first = filter * pixels;
    for (let pixel = 0; pixel < pixels; pixel++)
      sums[pixel] = (sums[pixel] ?? 0) + sign * (y[first + pixel] ?? Number.NaN);
  });
  return sums;
}

// What is no number is infinitely far off.
function overBound(error: number, bound: number): number {
  if (error === 0) return 0;
  return error >= 0 && bound > 0 ? error / bound : Infinity;
}

function required(y: NumberArray | undefined): NumberArray {
  if (!y) throw new Error('no output "y"');
  return y;
}
