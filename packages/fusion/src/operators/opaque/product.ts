// The reference of products of matrices: f64, the addends in the order of k.
import { flagOf, numberOf } from '../../graph/attributes.ts';
import type { Call } from '../contract.ts';
import { isInteger, operandAt } from '../rules.ts';
import { broadcastPlaces } from '../views/broadcast.ts';
import { viewed } from '../viewed.ts';
import { productOf } from './product-shape.ts';

/** alpha · A · B + C, row-major. */
export function multiply(call: Call, a: Float64Array, b: Float64Array, c?: Float64Array): Float64Array {
  const { batch, m, n, k } = productOf(call.operands, call.attributes);
  const alpha = numberOf(call.attributes, 'alpha', 1);
  const left = steps(m, k, flagOf(call.attributes, 'transposeA'));
  const right = steps(k, n, flagOf(call.attributes, 'transposeB'));
  // Products of 32-bit integers do not fit f64, whose low bits are the result; sums of such low bits do.
  const isWhole = isInteger(call.type.dtype);
  const result = new Float64Array(batch * m * n);
  for (let line = 0; line < batch * m; line++) {
    const matrix = Math.floor(line / m);
    const [fromA, fromB] = [matrix * m * k + (line % m) * left.row, matrix * k * n];
    for (let column = 0; column < n; column++) {
      let sum = 0;
      for (let inner = 0; inner < k; inner++) {
        const x = a[fromA + inner * left.column] ?? 0;
        const y = b[fromB + inner * right.row + column * right.column] ?? 0;
        sum += isWhole ? Math.imul(x, y) : x * y;
      }
      result[line * n + column] = isWhole ? Math.imul(alpha, sum) : alpha * sum;
    }
  }
  return c ? plus(call, result, c) : result;
}

function steps(rows: number, columns: number, isTransposed: boolean) {
  return isTransposed ? { row: 1, column: rows } : { row: columns, column: 1 };
}

function plus({ operands, type }: Call, product: Float64Array, c: Float64Array): Float64Array {
  const addends = viewed(c, type.shape, broadcastPlaces(operandAt(operands, 2).shape, type.shape));
  return product.map((value, index) => value + (addends[index] ?? Number.NaN));
}
