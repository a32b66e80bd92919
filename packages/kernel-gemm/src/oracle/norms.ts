// Lengths of the rows and columns that bound a product's elements.
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

/** ‖B‖ of every matrix, by Frobenius. */
export function wholeNorms({ n, k, batch, b }: Operands): Float64Array {
  return Float64Array.from({ length: batch }, (_, matrix) =>
    Math.sqrt(sumOfSquares(b.subarray(matrix * k * n, (matrix + 1) * k * n))),
  );
}

function sumOfSquares(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return sum;
}
