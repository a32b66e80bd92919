// Attention of single queries in f64, with what bounds their rounding errors.
import type { Arrays, NumberArray } from '@kernel-ladder/harness';
import { hidden, visibleKeys } from '../cases.ts';
import type { AttentionCase } from '../cases.ts';

/** Q, K and V as f32, which holds every f16. */
export interface Operands {
  readonly queries: Float32Array;
  readonly keys: Float32Array;
  readonly values: Float32Array;
}

/** The logits of the keys that a query sees, and ‖q‖·max ‖k‖ / √d: none is larger. */
export interface Logits {
  readonly logits: Float64Array;
  readonly largestLogit: number;
}

/** One row of O, and ‖q‖·max ‖k‖ / √d. */
export interface Row {
  readonly output: Float64Array;
  readonly largestLogit: number;
}

/** Reads the operands of a case. */
export function operandsOf(inputs: Arrays): Operands {
  return {
    queries: widen(inputs['queries']),
    keys: widen(inputs['keys']),
    values: widen(inputs['values']),
  };
}

/** Row `row` of the b·h·q rows of S: q·Kᵀ / √d over the keys that the query sees. */
export function logitsOfRow(params: AttentionCase, { queries, keys }: Operands, row: number): Logits {
  const { d } = params;
  const query = queries.subarray(row * d, (row + 1) * d);
  const { logits, largestKey } = logitsOf(query, seenBy(params, row, keys));
  return { logits, largestLogit: (norm(query) * largestKey) / Math.sqrt(d) };
}

/** Row `row` of the b·h·q rows of O: softmax(q·Kᵀ / √d)·V over the keys that the query sees. */
export function attendRow(params: AttentionCase, operands: Operands, row: number): Row {
  const { logits, largestLogit } = logitsOfRow(params, operands, row);
  const output = weightedValues(softmaxInPlace(logits), seenBy(params, row, operands.values), params.d);
  return { output, largestLogit };
}

/** ln Σ exp(logits) of a row; the least finite f32 where there are none. */
export function logSumExp(logits: Float64Array): number {
  if (logits.length === 0) return hidden;
  let max = Number.NEGATIVE_INFINITY;
  for (const logit of logits) max = Math.max(max, logit);
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - max);
  return max + Math.log(sum);
}

// The rows of K or V that the query of row `row` sees: the first ones of its head.
function seenBy(params: AttentionCase, row: number, of: Float32Array): Float32Array {
  const { h, g, q, k, d } = params;
  const head = Math.floor(row / q);
  const batch = Math.floor(head / h);
  const shared = batch * (h / g) + Math.floor((head % h) / g);
  return of.subarray(shared * k * d, (shared * k + visibleKeys(params, batch, row % q)) * d);
}

function logitsOf(query: Float32Array, keys: Float32Array) {
  const d = query.length;
  const logits = new Float64Array(keys.length / d);
  let largest = 0;
  for (let key = 0, at = 0; key < logits.length; key++) {
    let [dot, square] = [0, 0];
    for (let index = 0; index < d; index++, at++) {
      const value = keys[at] ?? 0;
      dot += (query[index] ?? 0) * value;
      square += value * value;
    }
    logits[key] = dot / Math.sqrt(d);
    if (square > largest) largest = square;
  }
  return { logits, largestKey: Math.sqrt(largest) };
}

function softmaxInPlace(logits: Float64Array): Float64Array {
  let max = Number.NEGATIVE_INFINITY;
  for (const logit of logits) max = Math.max(max, logit);
  let sum = 0;
  for (let key = 0; key < logits.length; key++) {
    const weight = Math.exp((logits[key] ?? 0) - max);
    logits[key] = weight;
    sum += weight;
  }
  for (let key = 0; key < logits.length; key++) logits[key] = (logits[key] ?? 0) / sum;
  return logits;
}

function weightedValues(weights: Float64Array, values: Float32Array, d: number): Float64Array {
  const output = new Float64Array(d);
  for (let key = 0, at = 0; key < weights.length; key++) {
    const weight = weights[key] ?? 0;
    for (let index = 0; index < d; index++, at++) {
      output[index] = (output[index] ?? 0) + weight * (values[at] ?? 0);
    }
  }
  return output;
}

function norm(vector: Float32Array): number {
  let square = 0;
  for (const value of vector) square += value * value;
  return Math.sqrt(square);
}

function widen(array: NumberArray | undefined): Float32Array {
  if (!array) throw new Error('an operand of the attention is missing');
  return array instanceof Float32Array ? array : new Float32Array(array);
}
