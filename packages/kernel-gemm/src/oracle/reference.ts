// The product in f64, whole or element by element, with the magnitudes that bound its rounding.
import { stretchOf } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Stretch } from '@kernel-ladder/harness';
import type { GemmCase } from '../cases.ts';
import { isPaired, sumsOf, unpackedBf16 } from '../dtypes.ts';
import type { Wide } from '../dtypes.ts';

/** A and B of all matrices of a batch, as the device reads them but row-major. */
export interface Operands {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly batch: number;
  readonly a: Wide;
  readonly b: Wide;
}

/** C = A·B and |A|·|B|, row-major, or some of their elements. */
export interface Product {
  readonly value: Float64Array;
  readonly magnitude: Float64Array;
}

/** The operands of a case, widened and turned to row-major where they are stored transposed. */
export function operandsOf(params: GemmCase, inputs: Arrays): Operands {
  const { m, n, k, batch, layout } = params;
  const a = elementsOf(params, inputs['a']);
  const b = elementsOf(params, inputs['b']);
  return {
    m,
    n,
    k,
    batch,
    a: layout[0] === 't' ? transposed(a, { batch, rows: k, columns: m }) : a,
    b: layout[1] === 't' ? transposed(b, { batch, rows: n, columns: k }) : b,
  };
}

/**
 * Multiplies some rows of A, all when left out; inner loops run along rows of B, so that memory is read in order. The product
 * has the elements of those rows alone.
 */
export function multiply(
  { m, n, k, batch, a, b }: Operands,
  { from, to }: Stretch = stretchOf(batch * m),
): Product {
  const value = new Float64Array((to - from) * n);
  const magnitude = new Float64Array((to - from) * n);
  for (let row = from; row < to; row++) {
    const rowValue = value.subarray((row - from) * n, (row - from + 1) * n);
    const rowMagnitude = magnitude.subarray((row - from) * n, (row - from + 1) * n);
    const firstOfB = Math.floor(row / m) * k;
    for (let at = 0; at < k; at++) {
      const factor = a[row * k + at] ?? 0;
      const rowB = b.subarray((firstOfB + at) * n, (firstOfB + at + 1) * n);
      for (let column = 0; column < n; column++) {
        const term = factor * (rowB[column] ?? 0);
        rowValue[column] = (rowValue[column] ?? 0) + term;
        rowMagnitude[column] = (rowMagnitude[column] ?? 0) + Math.abs(term);
      }
    }
  }
  return { value, magnitude };
}

/** The elements of C at some indices, each by its own sum. */
export function multiplyAt({ m, n, k, a, b }: Operands, indices: readonly number[]): Product {
  const value = new Float64Array(indices.length);
  const magnitude = new Float64Array(indices.length);
  for (const [position, index] of indices.entries()) {
    const [row, column] = [Math.floor(index / n), index % n];
    const firstOfB = Math.floor(row / m) * k;
    let [sum, absolute] = [0, 0];
    for (let at = 0; at < k; at++) {
      const term = (a[row * k + at] ?? 0) * (b[(firstOfB + at) * n + column] ?? 0);
      sum += term;
      absolute += Math.abs(term);
    }
    value[position] = sum;
    magnitude[position] = absolute;
  }
  return { value, magnitude };
}

/** The same numbers as f32, which holds every f16 and i8 and which a CPU reads fast. */
export function widen(array: NumberArray | undefined): Float32Array {
  if (!array) throw new Error('an operand of the product is missing');
  return array instanceof Float32Array ? array : new Float32Array(array);
}

/** The elements of a matrix: the sums of pairs, or numbers as f32. */
export function elementsOf({ dtype }: GemmCase, array: NumberArray | undefined): Wide {
  if (array && dtype === 'bf16-f32') return unpackedBf16(array);
  return array && isPaired(dtype) ? sumsOf(array) : widen(array);
}

interface Stack {
  readonly batch: number;
  readonly rows: number;
  readonly columns: number;
}

function transposed(from: Wide, { batch, rows, columns }: Stack): Wide {
  const to = from.slice();
  for (let matrix = 0; matrix < batch; matrix++) {
    const first = matrix * rows * columns;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        to[first + column * rows + row] = from[first + row * columns + column] ?? 0;
      }
    }
  }
  return to;
}
