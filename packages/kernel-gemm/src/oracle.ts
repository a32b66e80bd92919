// Judges C: against the whole product in f64 while that is cheap, else by Freivalds' check and samples.
import { allOf, createRandom, elementwise, flawless, unitRoundoff } from '@kernel-ladder/harness';
import type { Arrays, Oracle } from '@kernel-ladder/harness';
import type { GemmCase } from './cases.ts';
import { freivalds } from './freivalds.ts';
import { multiply, multiplyAt, widen } from './reference.ts';
import type { Operands, Product } from './reference.ts';

/** The bound of one element, in words and symbols. */
export const tolerance =
  '|c − ref| ≤ 4·√K·2⁻²⁴·(|A|·|B|)_ij, 2·√K from K > 4096; f16 storage adds 2⁻²⁵; integers: exact. ' +
  'Above 2²⁷ multiply-adds: samples by the same bound, and rows by Freivalds within 8·‖bound‖₂';

/** Largest product, in multiply-adds, that is computed again as a whole. */
const wholeLimit = 2 ** 27;

/** The oracle of one case; the reference is computed here, once. */
export function createOracle(params: GemmCase, inputs: Arrays): Oracle {
  const { m, n, k } = params;
  const operands: Operands = { m, n, k, a: widen(inputs['a']), b: widen(inputs['b']) };
  if (m * n === 0) return { name: 'empty', verify: () => flawless };
  if (m * n * k <= wholeLimit) return wholeOracle(params, operands);
  return allOf('Freivalds and f64 samples', [
    sampledOracle(params, operands),
    freivalds(operands, errorUnit(params)),
  ]);
}

/**
 * What an element's error may be, over its (|A|·|B|). Zero-mean data: errors add like a random walk, hence √K. A
 * kernel that rounds its inputs to 11 bits exceeds it, by less as K grows, hence the smaller factor for large K.
 */
function errorUnit({ k, fill }: GemmCase): number {
  if (fill === 'integers') return 0;
  const factor = k > 4096 ? 2 : 4;
  return factor * Math.sqrt(k) * unitRoundoff.f32;
}

function bound(params: GemmCase, magnitude: number): number {
  if (params.fill === 'integers' || params.k === 0) return 0;
  return errorUnit(params) * magnitude + (params.dtype === 'f32' ? 0 : 2 ** -25);
}

function wholeOracle(params: GemmCase, operands: Operands): Oracle {
  const { value, magnitude } = multiply(operands);
  return elementwise('f64 product', {
    output: 'c',
    expected: (index) => value[index] ?? Number.NaN,
    tolerance: (index) => bound(params, magnitude[index] ?? 0),
  });
}

function sampledOracle(params: GemmCase, operands: Operands): Oracle {
  const indices = sampleIndices(params);
  const product = multiplyAt(operands, indices);
  const positions = new Map(indices.map((index, position) => [index, position]));
  const read = (part: keyof Product, index: number) =>
    product[part][positions.get(index) ?? -1] ?? Number.NaN;
  return elementwise('f64 samples', {
    output: 'c',
    indices,
    expected: (index) => read('value', index),
    tolerance: (index) => bound(params, read('magnitude', index)),
  });
}

/** Elements of the largest tile that a kernel of the ladder might end on. */
const lastTile = 256;

// Everywhere, then where kernels go wrong: corners, the four edges, the last tile.
function sampleIndices({ m, n, k }: GemmCase): readonly number[] {
  const random = createRandom(k);
  const between = (low: number, high: number) => random.integer(Math.max(0, low), high - 1);
  const draw = (count: number, row: () => number, column: () => number) =>
    Array.from({ length: count }, () => row() * n + column());
  const [anyRow, anyColumn] = [() => between(0, m), () => between(0, n)];
  const indices = [
    ...draw(4096, anyRow, anyColumn),
    ...[0, m - 1].flatMap((row) => [row * n, row * n + n - 1, ...draw(128, () => row, anyColumn)]),
    ...[0, n - 1].flatMap((column) => draw(128, anyRow, () => column)),
    ...draw(
      512,
      () => between(m - lastTile, m),
      () => between(n - lastTile, n),
    ),
  ];
  return [...new Set(indices)].toSorted((a, b) => a - b);
}
