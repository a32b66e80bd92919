// The types of a product's elements, and how its buffers hold them.
import { parseDtype } from '@kernel-ladder/harness';
import type { NumberArray, ScalarType } from '@kernel-ladder/harness';

/**
 * Storage type of the inputs, and of sums and output where it differs. `f32x2` is a pair of f32 whose sum is not evaluated, the
 * larger first: 48 bits of significand. WGSL has no `f64`: it is listed so that its absence shows.
 */
export type GemmDtype = 'f32' | 'f16-f32' | 'f16' | 'i8-i32' | 'f32x2' | 'f64';

/** The types whose elements are numbers of a buffer. */
export type ScalarGemmDtype = Exclude<GemmDtype, 'f32x2' | 'f64'>;

/** How elements are stored: each in `parts` numbers, side by side. */
export interface Stored {
  readonly input: ScalarType;
  readonly output: ScalarType;
  readonly parts: number;
}

/** How a type is stored; f64, which no kernel reads, in as many bytes as it has. */
export function storedAs(dtype: GemmDtype): Stored {
  if (isPaired(dtype)) return { input: 'f32', output: 'f32', parts: 2 };
  const { in: input, out: output } = parseDtype(dtype);
  return { input, output, parts: 1 };
}

/** Whether an element takes two numbers of a buffer. */
export function isPaired(dtype: GemmDtype): dtype is 'f32x2' | 'f64' {
  return dtype === 'f32x2' || dtype === 'f64';
}

/** Numbers of a matrix as a CPU reads them fast: f32, which holds every f16 and i8, or f64, which holds every pair that is drawn. */
export type Wide = Float32Array | Float64Array;

/** Numbers as pairs of f32, the nearest one and what it leaves. */
export function pairsOf(wide: Wide): Float32Array {
  const pairs = new Float32Array(2 * wide.length);
  for (const [index, value] of wide.entries()) {
    pairs[2 * index] = value;
    pairs[2 * index + 1] = value - Math.fround(value);
  }
  return pairs;
}

/** The sums of pairs. */
export function sumsOf(pairs: NumberArray): Float64Array {
  return Float64Array.from(
    { length: pairs.length / 2 },
    (_, index) => (pairs[2 * index] ?? 0) + (pairs[2 * index + 1] ?? 0),
  );
}
