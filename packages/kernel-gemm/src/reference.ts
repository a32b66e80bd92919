// The product in f64, whole or element by element, with the magnitudes that bound its rounding.
import type { NumberArray } from '@kernel-ladder/harness';

/** A and B as the device reads them. */
export interface Operands {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly a: Float32Array;
  readonly b: Float32Array;
}

/** C = A·B and |A|·|B|, row-major. */
export interface Product {
  readonly value: Float64Array;
  readonly magnitude: Float64Array;
}

/** Multiplies everything, row by row; inner loops run along rows of B, so that memory is read in order. */
export function multiply({ m, n, k, a, b }: Operands): Product {
  const value = new Float64Array(m * n);
  const magnitude = new Float64Array(m * n);
  for (let row = 0; row < m; row++) {
    const rowValue = value.subarray(row * n, (row + 1) * n);
    const rowMagnitude = magnitude.subarray(row * n, (row + 1) * n);
    for (let at = 0; at < k; at++) {
      const factor = a[row * k + at] ?? 0;
      const rowB = b.subarray(at * n, (at + 1) * n);
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
export function multiplyAt({ n, k, a, b }: Operands, indices: readonly number[]): Product {
  const value = new Float64Array(indices.length);
  const magnitude = new Float64Array(indices.length);
  for (const [position, index] of indices.entries()) {
    const [row, column] = [Math.floor(index / n), index % n];
    let [sum, absolute] = [0, 0];
    for (let at = 0; at < k; at++) {
      const term = (a[row * k + at] ?? 0) * (b[at * n + column] ?? 0);
      sum += term;
      absolute += Math.abs(term);
    }
    value[position] = sum;
    magnitude[position] = absolute;
  }
  return { value, magnitude };
}

/** The same numbers as f32, which holds every f16 and which a CPU reads fast. */
export function widen(array: NumberArray | undefined): Float32Array {
  if (!array) throw new Error('an operand of the product is missing');
  return array instanceof Float32Array ? array : new Float32Array(array);
}
