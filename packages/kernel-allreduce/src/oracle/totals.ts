// What every element must become, in double precision.
import { stretchOf } from '@kernel-ladder/harness';
import type { NumberArray, Stretch } from '@kernel-ladder/harness';
import type { AllreduceCase } from '../cases/kind.ts';
import { strideOf } from '../cases/kind.ts';

/** The result and Σ|x| over the ranks, of each element of a stretch. Integers wrap as they are stored. */
export interface Totals {
  readonly value: Float64Array | Int32Array;
  readonly absolute: Float64Array;
}

/** Combines all ranks' vectors. Sixteen doubles lose nothing that the bound would see. */
export function totalsOf(
  params: AllreduceCase,
  input: NumberArray,
  { from, to }: Stretch = stretchOf(params.n),
): Totals {
  const { ranks, op, dtype } = params;
  const n = to - from;
  const stride = strideOf(params);
  const isInteger = dtype === 'i32';
  const totals = {
    value: isInteger ? new Int32Array(n) : new Float64Array(n),
    absolute: new Float64Array(isInteger || op === 'max' ? 0 : n),
  };
  totals.value.set(input.subarray(from, to));
  for (let rank = 0; rank < ranks; rank++) {
    const vector = input.subarray(rank * stride + from, rank * stride + to);
    if (op === 'max') raise(totals.value, vector);
    else if (rank > 0) add(totals.value, vector);
    addAbsolute(totals.absolute, vector);
  }
  if (op === 'mean') [totals.value, totals.absolute].forEach((array) => divide(array, ranks));
  return totals;
}

// A function for each loop, without a choice inside: these see every element of the largest case.
function add(value: Totals['value'], vector: NumberArray): void {
  for (let index = 0; index < value.length; index++)
    value[index] = (value[index] as number) + (vector[index] as number);
}

function raise(value: Totals['value'], vector: NumberArray): void {
  for (let index = 0; index < value.length; index++) {
    const next = vector[index] as number;
    if (next > (value[index] as number)) value[index] = next;
  }
}

function addAbsolute(absolute: Float64Array, vector: NumberArray): void {
  for (let index = 0; index < absolute.length; index++)
    absolute[index] = (absolute[index] as number) + Math.abs(vector[index] as number);
}

// Storing to an Int32Array truncates towards zero, as integer division does.
function divide(values: Totals['value'], ranks: number): void {
  for (let index = 0; index < values.length; index++) values[index] = (values[index] as number) / ranks;
}
