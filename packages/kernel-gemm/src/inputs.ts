// Seeded operands, already rounded to their storage type.
import { allocate, fill, fillWithDraws } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Random, ScalarType } from '@kernel-ladder/harness';
import type { GemmCase } from './cases.ts';
import { isPaired, packedBf16, pairsOf, storedAs } from './dtypes.ts';
import type { Wide } from './dtypes.ts';
import { drawWhole, largestAdded, narrowed, wholeNumbers } from './integers.ts';
import { addedInput, specOf } from './kernels/epilogue.ts';

/** A and B of one case, of all matrices of its batch, with the bias or the residual that its epilogue adds. */
export function createInputs(params: GemmCase, random: Random): Arrays {
  const { m, n, k, batch } = params;
  const { forA, forB } = elements(params, random);
  const a = wideOf(params, batch * m * k);
  const b = wideOf(params, batch * k * n);
  fillA(params, a, { random, element: forA });
  fillWithDraws(b, params.fill === 'ones' ? () => 1 : forB, random);
  if (params.fill === 'integers') takeTurns(params, { a, b });
  if (isMirrored(params)) mirror(params, b);
  return { a: storeOperand(params, a), b: storeOperand(params, b), ...addedInputs(params, random) };
}

/** Largest product, in multiply-adds, that the oracle computes again as a whole. */
export const wholeLimit = 2 ** 27;

/**
 * Whether B's columns come in pairs of opposite sign, and the bias with them. Both ReLU and GELU satisfy
 * f(x) − f(−x) = x, so that the sum can be told from the two results: that is how a product too large to be
 * computed again is checked in every element although its epilogue cannot be undone.
 */
export function isMirrored(params: GemmCase): boolean {
  const { m, n, k, batch, epilogue } = params;
  return specOf(epilogue).bend !== 'no' && n % 2 === 0 && batch * m * n * k > wholeLimit;
}

function wideOf({ dtype }: GemmCase, length: number): Wide {
  return isPaired(dtype) ? new Float64Array(length) : new Float32Array(length);
}

function storeOperand({ dtype }: GemmCase, wide: Wide): NumberArray {
  if (wide instanceof Float64Array) return pairsOf(wide);
  return dtype === 'bf16-f32' ? packedBf16(wide) : store(storedAs(dtype).input, wide);
}

function store(type: ScalarType, wide: Float32Array): NumberArray {
  if (type === 'f32') return wide;
  const narrow = allocate(type, wide.length);
  narrow.set(wide);
  return narrow;
}

interface Draws {
  readonly random: Random;
  readonly element: () => number;
}

// Which element of A stands out: the others are drawn, or all ones or zeros.
function fillA(params: GemmCase, a: Wide, { random, element }: Draws): void {
  const { m, k, layout } = params;
  const [rows, columns] = layout[0] === 't' ? [k, m] : [m, k];
  const middle = Math.floor(rows / 2) * columns + Math.floor(columns / 2);
  switch (params.fill) {
    case 'identity':
      fill(a, (index) => (Math.floor((index % (m * k)) / columns) === index % columns ? 1 : 0));
      return;
    case 'zeros':
      return;
    case 'ones':
      a.fill(1);
      return;
    default:
      fillWithDraws(a, element, random);
      if (params.fill === 'nan') a[middle] = Number.NaN;
      if (params.fill === 'inf') a[middle] = Number.POSITIVE_INFINITY;
  }
}

function addedInputs(params: GemmCase, random: Random): Arrays {
  const { m, n, batch } = params;
  const name = addedInput(params.epilogue);
  if (name === null) return {};
  const wide = new Float32Array(name === 'bias' ? n : batch * m * n);
  const isWhole = params.fill === 'integers' || params.fill === 'ones';
  fillWithDraws(
    wide,
    isWhole ? () => random.integer(-largestAdded, largestAdded) : addend(params, random),
    random,
  );
  if (isMirrored(params))
    fill(wide, (index) => (index % 2 === 0 ? 1 : -1) * (wide[index - (index % 2)] ?? 0));
  return { [name]: store(storedAs(params.dtype).output, wide) };
}

function addend(params: GemmCase, random: Random): () => number {
  if (params.dtype === 'i8-i32') return () => random.integer(-(2 ** 15), 2 ** 15);
  // Wide enough for ReLU and GELU to bend some sums because of the bias alone.
  const uniformly = uniform(random);
  return () => 4 * uniformly();
}

function mirror({ k, n, layout }: GemmCase, b: Wide): void {
  const step = layout[1] === 't' ? k : 1;
  const column = (index: number) => (layout[1] === 't' ? Math.floor(index / k) % n : index % n);
  fill(b, (index) => (column(index) % 2 === 0 ? (b[index] ?? 0) : -(b[index - step] ?? 0)));
}

// Where A keeps its numbers, B has narrow ones, and the other way round at the next step along K.
function takeTurns(params: GemmCase, { a, b }: { readonly a: Wide; readonly b: Wide }): void {
  const { m, n, k, layout } = params;
  const { wide, narrow } = wholeNumbers(params);
  if (narrow === wide) return;
  const stepOfA = layout[0] === 't' ? m : 1;
  const stepOfB = layout[1] === 't' ? 1 : n;
  const isOdd = (index: number, step: number) => (Math.floor(index / step) % k) % 2 === 1;
  fill(a, (index) => (isOdd(index, stepOfA) ? narrowed(a[index] ?? 0, narrow) : (a[index] ?? 0)));
  fill(b, (index) => (isOdd(index, stepOfB) ? (b[index] ?? 0) : narrowed(b[index] ?? 0, narrow)));
}

function elements(params: GemmCase, random: Random) {
  if (params.fill === 'integers') {
    const { wide, zeros } = wholeNumbers(params);
    return { forA: drawWhole(wide, 0, random), forB: drawWhole(wide, zeros, random) };
  }
  const element = params.dtype === 'i8-i32' ? bytes(params, random) : scaled(params, random);
  return { forA: element, forB: element };
}

// Large bytes of one sign: a few thousand products add up to more than the whole numbers that an f32 counts.
function bytes({ fill: kind }: GemmCase, random: Random): () => number {
  const least = kind === 'large' ? 64 : -128;
  return () => random.integer(least, 127);
}

function scaled(params: GemmCase, random: Random): () => number {
  const uniformly = isPaired(params.dtype) ? finely(random) : uniform(random);
  const scale = params.fill === 'large' ? largeScale(params) : 1;
  return () => scale * uniformly();
}

// As large as the type goes, and the sum of k products with it.
function largeScale({ k, dtype }: GemmCase): number {
  const mostOfElements = dtype === 'f16' || dtype === 'f16-f32' ? 15 : 63;
  const mostOfSums = dtype === 'f16' ? 15 : 127;
  return 2 ** Math.min(mostOfElements, Math.floor((mostOfSums - Math.log2(Math.max(1, k))) / 2));
}

// An f16 below 2⁻¹⁴ is subnormal, which WGSL lets a device flush: keep all elements out of there.
const smallest = 2 ** -14;

function uniform(random: Random): () => number {
  return () => {
    const value = random.uniform(-1, 1);
    return Math.abs(value) < smallest ? smallest : value;
  };
}

// A draw has 32 bits, a pair has more: a second draw fills those behind the first one's.
function finely(random: Random): () => number {
  const uniformly = uniform(random);
  return () => uniformly() + 2 ** -30 * random.uniform(-1, 1);
}
