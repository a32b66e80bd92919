// What WGSL's numbers do and JavaScript's do not.

/** Integer division, truths on both sides, and floats cut to integers. */
export const integers = {
  divideU: (a: number, b: number): number => (b === 0 ? a : (a / b) >>> 0),
  remainderU: (a: number, b: number): number => (b === 0 ? 0 : a % b),
  divideI: (a: number, b: number): number => (b === 0 ? a : (a / b) | 0),
  remainderI: (a: number, b: number): number => (b === 0 ? 0 : (a % b) | 0),
  both: (a: boolean, b: boolean): boolean => a && b,
  either: (a: boolean, b: boolean): boolean => a || b,
  /** A float as the nearest integer of its type towards zero. */
  truncate: (value: number, isSigned: boolean): number => {
    const [least, most] = isSigned ? [-(2 ** 31), 2 ** 31 - 1] : [0, 2 ** 32 - 1];
    return Number.isNaN(value) ? 0 : Math.trunc(Math.min(most, Math.max(least, value)));
  },
} as const;

/** Minimum and maximum, of which one may be NaN and is then left out. */
export const extremes = {
  min: (a: number, b: number): number => (b < a || Number.isNaN(a) ? b : a),
  max: (a: number, b: number): number => (b > a || Number.isNaN(a) ? b : a),
} as const;

const words = new DataView(new ArrayBuffer(16));

type NumberName = 'f32' | 'f16' | 'u32' | 'i32';

const put: { readonly [Name in NumberName]: (at: number, value: number) => void } = {
  f32: (at, value) => words.setFloat32(at, value, true),
  f16: (at, value) => words.setFloat16(at, value, true),
  u32: (at, value) => words.setUint32(at, value, true),
  i32: (at, value) => words.setInt32(at, value, true),
};

const get: { readonly [Name in NumberName]: (at: number) => number } = {
  f32: (at) => words.getFloat32(at, true),
  f16: (at) => words.getFloat16(at, true),
  u32: (at) => words.getUint32(at, true),
  i32: (at) => words.getInt32(at, true),
};

const bytes: { readonly [Name in NumberName]: number } = { f32: 4, f16: 2, u32: 4, i32: 4 };

type Numbers = number | readonly number[];

/** Bits of one type as another; `count` numbers come out, one alone when it is null. */
function bitcast(value: Numbers, from: NumberName, to: NumberName, count: number | null): Numbers {
  // Kernels of bytes and halves do little else: no arrays on the way.
  if (typeof value === 'number') put[from](0, value);
  else for (let index = 0; index < value.length; index++) put[from](index * bytes[from], value[index] ?? 0);
  if (count === null) return get[to](0);
  const cast: number[] = [];
  for (let index = 0; index < count; index++) cast.push(get[to](index * bytes[to]));
  return cast;
}

function bytesOf(word: number, isSigned: boolean): readonly number[] {
  return [0, 8, 16, 24].map((shift) => {
    const byte = (word >>> shift) & 255;
    return isSigned ? (byte << 24) >> 24 : byte;
  });
}

function dotOf(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

/** Bits, bytes and halves within words. */
export const bits = {
  bitcast,
  pack2x16float: (pair: readonly number[]): number => bitcast(pair, 'f16', 'u32', null) as number,
  unpack2x16float: (word: number): readonly number[] => bitcast(word, 'u32', 'f16', 2) as readonly number[],
  unpack4xI8: (word: number): readonly number[] => bytesOf(word, true),
  unpack4xU8: (word: number): readonly number[] => bytesOf(word, false),
  dot4I8Packed: (a: number, b: number): number => dotOf(bytesOf(a, true), bytesOf(b, true)) | 0,
  dot4U8Packed: (a: number, b: number): number => dotOf(bytesOf(a, false), bytesOf(b, false)) >>> 0,
  countOneBits: (word: number): number => {
    let count = 0;
    for (let rest = word; rest !== 0; rest &= rest - 1) count++;
    return count;
  },
  countLeadingZeros: (word: number): number => Math.clz32(word),
  countTrailingZeros: (word: number): number => (word === 0 ? 32 : 31 - Math.clz32(word & -word)),
  /** −1, or 2³² − 1, where no bit is set. */
  firstLeadingBitU: (word: number): number => (word === 0 ? 2 ** 32 - 1 : 31 - Math.clz32(word)),
  firstLeadingBitI: (word: number): number => 31 - Math.clz32(word < 0 ? ~word : word),
  firstTrailingBitU: (word: number): number => (word === 0 ? 2 ** 32 - 1 : 31 - Math.clz32(word & -word)),
  firstTrailingBitI: (word: number): number => (word === 0 ? -1 : 31 - Math.clz32(word & -word)),
  extractBitsU: (word: number, offset: number, count: number): number => {
    const [first, length] = [Math.min(offset, 32), Math.min(count, 32 - Math.min(offset, 32))];
    return length === 0 ? 0 : Math.floor((word >>> 0) / 2 ** first) % 2 ** length;
  },
  extractBitsI: (word: number, offset: number, count: number): number => {
    const [first, length] = [Math.min(offset, 32), Math.min(count, 32 - Math.min(offset, 32))];
    return length === 0 ? 0 : (word << (32 - first - length)) >> (32 - length);
  },
} as const;

/** Vectors, arrays and structures: lists that are never changed where another may hold them. */
export const lists = {
  /** The vector with another component. */
  put: (vector: readonly number[], index: number, value: number): readonly number[] =>
    vector.map((old, at) => (at === index ? value : old)),
  repeat: <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make),
  gather: <T>(first: number, count: number, stride: number, read: (at: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => read(first + index * stride)),
  copy: <T>(list: T): T => (Array.isArray(list) ? (list.map(lists.copy) as T) : list),
} as const;
