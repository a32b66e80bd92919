// Scalar types of buffers: their arrays, sizes, rounding units and poison.
import type { Dtype, ElementType, ScalarType } from '@kernel-ladder/schema';

/** Any array that a buffer is written from or read into. */
export type NumberArray = Float32Array | Float16Array | Int32Array | Uint32Array | Int8Array | Uint8Array;

/** Buffers by binding name. */
export type Arrays = { readonly [name: string]: NumberArray };

/** Unit round-off of f32 and f16: half a step at one. */
export const unitRoundoff = { f32: 2 ** -24, f16: 2 ** -11 } as const;

const elementBytes: { readonly [Type in ScalarType]: number } = {
  f32: 4,
  f16: 2,
  i32: 4,
  u32: 4,
  i8: 1,
  u8: 1,
};

// Float bit patterns are quiet NaNs with a telling payload; integers get a number nobody computes.
const poisonWords: { readonly [Type in ScalarType]: number } = {
  f32: 0x7fc0dead,
  f16: 0x7e5a7e5a,
  i32: 0xdeadbeef,
  u32: 0xdeadbeef,
  i8: 0xa5a5a5a5,
  u8: 0xa5a5a5a5,
};

// What stands behind the last element of an input. A kernel that runs past both ends copies it behind the output, even
// through arithmetic where NaNs keep their payload: it must not look like the poison there.
const tailWords: { readonly [Type in ScalarType]: number } = {
  f32: 0x7fc0face,
  f16: 0x7e3c7e3c,
  i32: 0xfeedface,
  u32: 0xfeedface,
  i8: 0x5a5a5a5a,
  u8: 0x5a5a5a5a,
};

const scalarTypes = Object.keys(elementBytes) as readonly ScalarType[];

/** Bytes of one element. */
export function bytesOf(type: ScalarType): number {
  return elementBytes[type];
}

/** The 32-bit word that fills a buffer which nobody has written yet. */
export function poisonWord(type: ScalarType): number {
  return poisonWords[type];
}

/** The 32-bit word that stands behind the last element of an input. */
export function tailWord(type: ScalarType): number {
  return tailWords[type];
}

const ownMemory = (bytes: number): ArrayBufferLike => new ArrayBuffer(bytes);
let memoryFor = ownMemory;

/** A zeroed array of `length` elements. */
export function allocate(type: ScalarType, length: number): NumberArray {
  return view(type, memoryFor(length * elementBytes[type]));
}

/**
 * Does some work, all of it at once, whose arrays are allocated in memory that threads share: moving a gigabyte there afterwards
 * takes as long as half of making it.
 */
export function inSharedMemory<T>(work: () => T): T {
  memoryFor = (bytes) => new SharedArrayBuffer(bytes);
  try {
    return work();
  } finally {
    memoryFor = ownMemory;
  }
}

/** The first `length` elements of `buffer` (all of it when left out), not copied. */
export function view(type: ScalarType, buffer: ArrayBufferLike, length?: number): NumberArray {
  const count = length ?? buffer.byteLength / elementBytes[type];
  switch (type) {
    case 'f32':
      return new Float32Array(buffer, 0, count);
    case 'f16':
      return new Float16Array(buffer, 0, count);
    case 'i32':
      return new Int32Array(buffer, 0, count);
    case 'u32':
      return new Uint32Array(buffer, 0, count);
    case 'i8':
      return new Int8Array(buffer, 0, count);
    case 'u8':
      return new Uint8Array(buffer, 0, count);
    default:
      return type satisfies never;
  }
}

/** The scalar type that an array holds. */
export function typeOfArray(array: NumberArray): ScalarType {
  const found = scalarTypes.find((type) => view(type, new ArrayBuffer(0)).constructor === array.constructor);
  if (!found) throw new TypeError(`no scalar type for ${array.constructor.name}`);
  return found;
}

/** What a problem reads, adds in and writes, where each element is a number of a buffer. */
export type ScalarDtype = { readonly [Role in keyof Dtype]: ScalarType };

// Elements that are no number of a buffer: halves of words, pairs of f32, and what WGSL has not.
const otherTypes: { readonly [text: string]: ElementType } = { f32x2: 'f32x2', tf32: 'tf32', f64: 'f64' };

/** Reads a dtype parameter: `f32` is all three, `f16-f32` reads f16, accumulates and writes f32. */
export function parseDtype(text: string): ScalarDtype {
  const [input, output = input, ...rest] = text.split('-').map((name) => scalarType(name) ?? null);
  if (!input || !output || rest.length > 0)
    throw new Error(`"${text}" is not a dtype: write f32, or f16-f32 for input and output`);
  return { in: input, acc: output, out: output };
}

/** The same, of `bf16-f32`, `f32x2`, `tf32` and `f64` too. */
export function elementTypes(text: string): Dtype {
  if (text === 'bf16-f32') return { in: 'bf16', acc: 'f32', out: 'f32' };
  const other = otherTypes[text];
  return other === undefined ? parseDtype(text) : { in: other, acc: other, out: other };
}

function scalarType(text: string): ScalarType | undefined {
  return scalarTypes.find((type) => type === text);
}

/** The largest magnitude among the floats of some arrays; undefined where there is no finite one. */
export function largestOf(arrays: Iterable<NumberArray>): number | undefined {
  let largest: number | undefined;
  for (const array of arrays) {
    const size = largestOfOne(array);
    if (size !== undefined && size >= (largest ?? 0)) largest = size;
  }
  return largest;
}

// Magnitudes have the order of their bits, which take less than half of the time; infinity and what is no number lie above all others.
function largestOfOne(array: NumberArray): number | undefined {
  const { buffer, byteOffset, length } = array;
  if (array instanceof Float32Array) {
    const bits = largestBits(new Int32Array(buffer, byteOffset, length), 0x7f800000);
    return bits === undefined ? undefined : new Float32Array(Int32Array.of(bits).buffer)[0];
  }
  if (array instanceof Float16Array) {
    const bits = largestBits(new Int16Array(buffer, byteOffset, length), 0x7c00);
    return bits === undefined ? undefined : new Float16Array(Int16Array.of(bits).buffer)[0];
  }
  return undefined;
}

// The largest below a bound, without the sign; a plain loop, as an array may hold as many elements as a launch may write.
function largestBits(words: Int16Array | Int32Array, bound: number): number | undefined {
  const magnitude = words instanceof Int16Array ? 0x7fff : 0x7fffffff;
  let largest = -1;
  for (let index = 0; index < words.length; index++) {
    const size = (words[index] ?? 0) & magnitude;
    if (size < bound && size > largest) largest = size;
  }
  return largest < 0 ? undefined : largest;
}
