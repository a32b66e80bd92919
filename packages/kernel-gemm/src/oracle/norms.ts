// Lengths of the rows and columns that bound a product's elements.
import type { Stretch } from '@kernel-ladder/harness';
import type { Wide } from '../dtypes.ts';
import type { Operands } from './reference.ts';

/** ‖A_i‖₂ of some rows, one matrix behind the other. */
export function rowNorms({ k, a }: Operands, { from, to }: Stretch): Float64Array {
  return Float64Array.from({ length: to - from }, (_, at) =>
    Math.sqrt(sumOfSquares(a.subarray((from + at) * k, (from + at + 1) * k))),
  );
}

/** ‖B_j‖₂ of every column, one matrix behind the other. */
export function columnNorms({ n, k, batch, b }: Operands): Float64Array {
  const squares = new Float64Array(batch * n);
  for (let row = 0; row < batch * k; row++) {
    const first = Math.floor(row / k) * n;
    for (let column = 0; column < n; column++) {
      const value = b[row * n + column] ?? 0;
      squares[first + column] = (squares[first + column] ?? 0) + value * value;
    }
  }
  return squares.map(Math.sqrt);
}

/**
 * √(Σ_k A_ik²·‖B_k‖²) of some rows of A, with B_k the rows of B: how far the terms of that row of C come to, put one
 * behind the other.
 */
export function termNorms({ m, n, k, batch, a, b }: Operands, { from, to }: Stretch): Float64Array {
  const ofB = Float64Array.from({ length: batch * k }, (_, row) =>
    sumOfSquares(b.subarray(row * n, (row + 1) * n)),
  );
  return Float64Array.from({ length: to - from }, (_, at) => {
    const row = from + at;
    const first = Math.floor(row / m) * k;
    let sum = 0;
    for (let term = 0; term < k; term++) sum += (a[row * k + term] ?? 0) ** 2 * (ofB[first + term] ?? 0);
    return Math.sqrt(sum);
  });
}

function sumOfSquares(values: Wide): number {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += (values[index] ?? 0) ** 2;
  return sum;
}
