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
    const row = result.subarray(line * n, (line + 1) * n);
    const from = { a: matrix * m * k + (line % m) * left.row, b: matrix * k * n };
    for (let inner = 0; inner < k; inner++)
      addRow({ row, isWhole }, a[from.a + inner * left.column] ?? 0, {
        values: b,
        from: from.b + inner * right.row,
        step: right.column,
      });
    for (let column = 0; column < n; column++) row[column] = scaled(alpha, row[column] ?? 0, isWhole);
  }
  return c ? plus(call, result, c) : result;
}

interface Row {
  readonly values: Float64Array;
  readonly from: number;
  readonly step: number;
}

// One row of the right factor at a time, which lies together in memory: a column of a large matrix is a cache line for each element.
function addRow(
  { row, isWhole }: { readonly row: Float64Array; readonly isWhole: boolean },
  x: number,
  { values, from, step }: Row,
): void {
  if (isWhole)
    for (let column = 0; column < row.length; column++)
      row[column] = (row[column] ?? 0) + Math.imul(x, values[from + column * step] ?? 0);
  else
    for (let column = 0; column < row.length; column++)
      row[column] = (row[column] ?? 0) + x * (values[from + column * step] ?? 0);
}

function scaled(alpha: number, sum: number, isWhole: boolean): number {
  return isWhole ? Math.imul(alpha, sum) : alpha * sum;
}

function steps(rows: number, columns: number, isTransposed: boolean) {
  return isTransposed ? { row: 1, column: rows } : { row: columns, column: 1 };
}

function plus({ operands, type }: Call, product: Float64Array, c: Float64Array): Float64Array {
  const addends = viewed(c, type.shape, broadcastPlaces(operandAt(operands, 2).shape, type.shape));
  return product.map((value, index) => value + (addends[index] ?? Number.NaN));
}
