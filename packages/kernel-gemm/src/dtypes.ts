// The types of a product's elements, and how its buffers hold them.
import { parseDtype } from '@kernel-ladder/harness';
import type { NumberArray, ScalarType } from '@kernel-ladder/harness';

/**
 * Storage type of the inputs, and of sums and output where it differs. `bf16` is the upper half of an f32, of which a word holds
 * two. `f32x2` is a pair of f32 whose sum is not evaluated, the larger first: 48 bits of significand. WGSL has no `tf32` and no
 * `f64`: they are listed so that their absence shows.
 */
export type GemmDtype = 'f32' | 'f16-f32' | 'bf16-f32' | 'f16' | 'i8-i32' | 'f32x2' | 'tf32' | 'f64';

/** How elements are stored: each in so many numbers of a buffer, side by side; half a number is half of a word. */
export interface Stored {
  readonly input: ScalarType;
  readonly output: ScalarType;
  readonly inputParts: number;
  readonly outputParts: number;
}

/** How a type is stored; tf32 and f64, which no kernel reads, in as many bytes as they have. */
export function storedAs(dtype: GemmDtype): Stored {
  if (isPaired(dtype)) return { input: 'f32', output: 'f32', inputParts: 2, outputParts: 2 };
  if (dtype === 'bf16-f32') return { input: 'u32', output: 'f32', inputParts: 0.5, outputParts: 1 };
  const { in: input, out: output } = parseDtype(dtype === 'tf32' ? 'f32' : dtype);
  return { input, output, inputParts: 1, outputParts: 1 };
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

// The bits below a bf16 are half a step at most where they are 0x8000, and a tie goes to the even neighbour.
const halfStep = 0x7fff;

/** Numbers as bf16, each rounded to the nearest, two to a word and the first in the low half; NaN stays NaN. */
export function packedBf16(wide: Wide): Uint32Array {
  const bits = new Uint32Array(Float32Array.from(wide).buffer);
  const words = new Uint32Array(Math.ceil(bits.length / 2));
  for (const [index, word] of bits.entries()) {
    const rounded = Number.isFinite(wide[index]) ? word + halfStep + ((word >>> 16) & 1) : word;
    words[index >>> 1] = (words[index >>> 1] ?? 0) | ((rounded >>> 16) << (16 * (index % 2)));
  }
  return words;
}

/** The numbers of words of two bf16. */
export function unpackedBf16(words: NumberArray): Float32Array {
  const bits = Uint32Array.from(
    { length: 2 * words.length },
    (_, index) => ((words[index >>> 1] ?? 0) >>> (16 * (index % 2))) << 16,
  );
  return new Float32Array(bits.buffer);
}

/** The sums of pairs. */
export function sumsOf(pairs: NumberArray): Float64Array {
  return Float64Array.from(
    { length: pairs.length / 2 },
    (_, index) => (pairs[2 * index] ?? 0) + (pairs[2 * index + 1] ?? 0),
  );
}
