// Lengths of the rows and columns that bound a product's elements.
import type { Wide } from '../dtypes.ts';
import type { Operands } from './reference.ts';

/** ‖A_i‖₂ of every row, one matrix behind the other. */
export function rowNorms({ m, k, batch, a }: Operands): Float64Array {
  return Float64Array.from({ length: batch * m }, (_, row) =>
    Math.sqrt(sumOfSquares(a.subarray(row * k, (row + 1) * k))),
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
 * √(Σ_k A_ik²·‖B_k‖²) of every row of A, with B_k the rows of B: how far the terms of that row of C come to, put one
 * behind the other.
 */
export function termNorms({ m, n, k, batch, a, b }: Operands): Float64Array {
  const ofB = Float64Array.from({ length: batch * k }, (_, row) =>
    sumOfSquares(b.subarray(row * n, (row + 1) * n)),
  );
  return Float64Array.from({ length: batch * m }, (_, row) => {
    const first = Math.floor(row / m) * k;
    let sum = 0;
    for (let at = 0; at < k; at++) sum += (a[row * k + at] ?? 0) ** 2 * (ofB[first + at] ?? 0);
    return Math.sqrt(sum);
  });
}

function sumOfSquares(values: Wide): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return sum;
}
