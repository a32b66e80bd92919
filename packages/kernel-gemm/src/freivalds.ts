// Freivalds' check (1977): C = A·B exactly if C·r = A·(B·r) for enough random r, at the price of a few
// matrix-vector products. It looks at every element of a C that is too large to compute again.
import { createRandom } from '@kernel-ladder/harness';
import type { Arrays, CheckReport, Oracle } from '@kernel-ladder/harness';
import type { Operands } from './reference.ts';

/** A wrong row escapes one vector with probability at most 1/2, where its errors happen to cancel. */
const vectors = 8;

/** An oracle over row sums of C with random signs; `unit` is an element's error bound over its (|A|·|B|). */
export function freivalds(operands: Operands, unit: number): Oracle {
  const { m, n } = operands;
  const random = createRandom(n);
  const signs = Array.from({ length: vectors }, () =>
    Float64Array.from({ length: n }, () => (random.next() % 2) * 2 - 1),
  );
  const expected = signs.map((sign) => timesA(operands, timesB(operands, sign)));
  const tolerance = rowTolerance(operands, unit);
  return {
    name: 'Freivalds',
    verify: (outputs) => {
      const sums = signs.map((sign) => rowSums(outputs, { m, n, sign }));
      return worstRow(sums, { expected, tolerance });
    },
  };
}

/**
 * A bound on |Σ_j r_j·e_j| for errors |e_j| ≤ unit·(|A|·|B|)_ij and signs r that do not depend on them: by
 * Hoeffding's inequality it exceeds 8·‖e‖₂ with probability below 1e-13, and by Cauchy-Schwarz
 * ‖e‖₂ ≤ unit·‖A_i‖₂·‖B‖_F. A sum of n roundings of the worst case would hide a wrong element.
 */
function rowTolerance({ m, k, a, b }: Operands, unit: number): Float64Array {
  const wholeB = Math.sqrt(sumOfSquares(b));
  return Float64Array.from({ length: m }, (_, row) => {
    const rowA = Math.sqrt(sumOfSquares(a.subarray(row * k, (row + 1) * k)));
    return 8 * unit * rowA * wholeB;
  });
}

function sumOfSquares(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return sum;
}

function timesB({ n, k, b }: Operands, sign: Float64Array): Float64Array {
  return matrixVector({ rows: k, columns: n, matrix: b, vector: sign });
}

function timesA({ m, k, a }: Operands, vector: Float64Array): Float64Array {
  return matrixVector({ rows: m, columns: k, matrix: a, vector });
}

function rowSums(
  outputs: Arrays,
  { m, n, sign }: { readonly m: number; readonly n: number; readonly sign: Float64Array },
): Float64Array {
  const matrix = outputs['c'];
  if (!(matrix instanceof Float32Array)) throw new Error('output "c" must be f32');
  return matrixVector({ rows: m, columns: n, matrix, vector: sign });
}

interface MatrixVector {
  readonly rows: number;
  readonly columns: number;
  readonly matrix: Float32Array;
  readonly vector: Float64Array;
}

function matrixVector({ rows, columns, matrix, vector }: MatrixVector): Float64Array {
  return Float64Array.from({ length: rows }, (_, row) => {
    let sum = 0;
    for (let column = 0; column < columns; column++) {
      sum += (matrix[row * columns + column] ?? 0) * (vector[column] ?? 0);
    }
    return sum;
  });
}

interface Expectation {
  readonly expected: readonly Float64Array[];
  readonly tolerance: Float64Array;
}

// Element errors are the sampled oracle's to report; this one only contributes its verdict.
function worstRow(sums: readonly Float64Array[], { expected, tolerance }: Expectation): CheckReport {
  let [worst, message] = [0, ''];
  for (const [vector, rows] of sums.entries()) {
    for (const [row, sum] of rows.entries()) {
      const error = Math.abs(sum - (expected[vector]?.[row] ?? Number.NaN));
      const allowed = tolerance[row] ?? 0;
      const ratio = error === 0 ? 0 : error / allowed;
      if (ratio <= worst) continue;
      worst = Number.isNaN(ratio) ? Number.POSITIVE_INFINITY : ratio;
      message = `row ${row} of c, summed with random signs, is off by ${error}, allowed are ${allowed.toPrecision(3)}`;
    }
  }
  const passed = worst <= 1;
  return { passed, maxAbs: 0, maxRel: 0, worst, message: passed ? '' : message };
}
