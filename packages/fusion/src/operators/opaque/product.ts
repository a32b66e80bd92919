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
  const left = flagOf(call.attributes, 'transposeA') ? turned(a, k, m) : a;
  const right = flagOf(call.attributes, 'transposeB') ? turned(b, n, k) : b;
  // Products of 32-bit integers do not fit f64, whose low bits are the result; sums of such low bits do.
  const isWhole = isInteger(call.type.dtype);
  const result = new Float64Array(batch * m * n);
  for (let matrix = 0; matrix < batch; matrix++) {
    const part = (all: Float64Array, size: number) => all.subarray(matrix * size, (matrix + 1) * size);
    const factors = [part(left, m * k), part(right, k * n)] as const;
    (isWhole ? addWhole : addFloats)(part(result, m * n), factors, { m, n, k });
  }
  const scaled = isWhole ? result.map((sum) => Math.imul(alpha, sum)) : result.map((sum) => alpha * sum);
  return c ? plus(call, scaled, c) : scaled;
}

interface Sizes {
  readonly m: number;
  readonly n: number;
  readonly k: number;
}

type Factors = readonly [a: Float64Array, b: Float64Array];

function addWhole(sums: Float64Array, [a, b]: Factors, { m, n, k }: Sizes): void {
  for (let row = 0; row < m; row++)
    for (let inner = 0; inner < k; inner++) {
      const x = a[row * k + inner] ?? 0;
      for (let column = 0; column < n; column++)
        sums[row * n + column] = (sums[row * n + column] ?? 0) + Math.imul(x, b[inner * n + column] ?? 0);
    }
}

// Hot: an oracle multiplies matrices of a thousand rows. Two rows at a time read a row of B once; every sum is still in the order of k.
function addFloats(sums: Float64Array, [a, b]: Factors, { m, n, k }: Sizes): void {
  // The last of an odd number goes with one that nobody reads.
  const spare = new Float64Array(n);
  for (let row = 0; row < m; row += 2) {
    const second = row + 1 < m ? row + 1 : row;
    const own = [rowOf(sums, row, n), second > row ? rowOf(sums, second, n) : spare] as const;
    addPair(own, [rowOf(a, row, k), rowOf(a, second, k)], { b, n, k });
  }
}

function rowOf(all: Float64Array, row: number, length: number): Float64Array {
  return all.subarray(row * length, (row + 1) * length);
}

type Pair = readonly [first: Float64Array, second: Float64Array];

interface Right {
  readonly b: Float64Array;
  readonly n: number;
  readonly k: number;
}

// Four terms at a time, one behind the other: sums are read and written once for four, and rounded as they were. A place that there is
// not gives NaN; all of these are there.
function addPair([s, t]: Pair, [x, y]: Pair, right: Right): void {
  const { b, n, k } = right;
  const whole = k - (k % 4);
  for (let inner = 0; inner < whole; inner += 4) {
    const [p0, p1, p2, p3] = [of(x, inner), of(x, inner + 1), of(x, inner + 2), of(x, inner + 3)];
    const [q0, q1, q2, q3] = [of(y, inner), of(y, inner + 1), of(y, inner + 2), of(y, inner + 3)];
    for (let column = 0, at = inner * n; column < n; column++, at++) {
      // Plain names and no list: the engine keeps them in registers.
      const b0 = of(b, at);
      const b1 = of(b, at + n);
      const b2 = of(b, at + 2 * n);
      const b3 = of(b, at + 3 * n);
      s[column] = of(s, column) + p0 * b0 + p1 * b1 + p2 * b2 + p3 * b3;
      t[column] = of(t, column) + q0 * b0 + q1 * b1 + q2 * b2 + q3 * b3;
    }
  }
  addRest([s, t], [x, y], { ...right, from: whole });
}

function of(numbers: Float64Array, at: number): number {
  return numbers[at] ?? Number.NaN;
}

function addRest([s, t]: Pair, [x, y]: Pair, { b, n, k, from }: Right & { readonly from: number }): void {
  for (let inner = from; inner < k; inner++) {
    const [p, q, place] = [x[inner] ?? 0, y[inner] ?? 0, inner * n];
    for (let column = 0; column < n; column++) {
      const factor = b[place + column] ?? 0;
      s[column] = (s[column] ?? 0) + p * factor;
      t[column] = (t[column] ?? 0) + q * factor;
    }
  }
}

/** Matrices of `rows` by `columns`, each turned. */
function turned(matrices: Float64Array, rows: number, columns: number): Float64Array {
  const result = new Float64Array(matrices.length);
  const size = rows * columns;
  for (let from = 0; from < matrices.length; from += size)
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        result[from + column * rows + row] = matrices[from + row * columns + column] ?? 0;
  return result;
}

function plus({ operands, type }: Call, product: Float64Array, c: Float64Array): Float64Array {
  const addends = viewed(c, type.shape, broadcastPlaces(operandAt(operands, 2).shape, type.shape));
  return product.map((value, index) => value + (addends[index] ?? Number.NaN));
}
