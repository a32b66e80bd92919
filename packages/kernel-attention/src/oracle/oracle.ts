// Judges O: rows spread over all heads and tiles against f64, and every element against the values it is a mean of.
import { allOf, createRandom, elementwise, flawless, stretchOf, unitRoundoff } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Oracle, Part, Reference, Stretch } from '@kernel-ladder/harness';
import type { AttentionCase } from '../cases.ts';
import { largestLevel } from '../inputs.ts';
import { levelMeans } from './level.ts';
import { lseOracle } from './log-sum-exp.ts';
import { observedOracle } from './observe.ts';
import { attendRow, operandsOf } from './reference.ts';
import type { Operands, Row } from './reference.ts';
import { elementsOf, logitError, sampledRows } from './rows.ts';
import type { Choice } from './rows.ts';
import { scoresOracle } from './scores.ts';

/** The bound of one element, in words and symbols. */
export const tolerance =
  'Level: |o − ref| ≤ 8·(8 + √k)·2^-24, f16 adds 4·2^-11·|ref|, at every element. Else |o − ref| ≤ max|V_d|·(2e-5 + 4·√d·2^-24·‖q‖·max‖k‖/√d); f16 adds 2e-3·max|V_d| + 2^-11·|ref|. ' +
  'Above 2^31 multiply-adds a row is drawn from each of as many equal parts; every element lies within max|V_d|. ' +
  'Scores: |s − ref| ≤ 4·√d·2^-24·‖q‖·max‖k‖/√d, whole numbers 3·2^-24·|ref|; lse: that + 2^-20 + (4·√k + 4·|ref|)·2^-24';

/** The oracle of one case, or a part of its rows; the reference is computed here, once. */
export function attentionOracle(
  params: AttentionCase,
  inputs: Arrays,
  judging = createRandom(1),
  part?: Part,
): Oracle {
  if (params.fill === 'nan' || params.fill === 'inf') return observedOracle(params);
  const operands = operandsOf(inputs);
  if (params.output === 'scores') return scoresOracle(params, operands, { judging, part });
  const ofOutputs = outputsOracle(params, operands, { judging, part });
  if (params.output === 'attention') return ofOutputs;
  return allOf(`${ofOutputs.name} and log-sum-exp`, [
    ofOutputs,
    lseOracle(params, operands, { judging, part }),
  ]);
}

function outputsOracle(params: AttentionCase, operands: Operands, choice: Choice): Oracle {
  if (params.fill === 'level') return levelOracle(params, operands, choice.part);
  const largest = largestValues(params, operands);
  return allOf('f64 rows and the hull of V', [
    rowsOracle(params, { operands, largest, choice }),
    hullOracle(params, largest, choice.part),
  ]);
}

// All weights are equal, so that every element of O is known at the price of one pass over V.
function levelOracle(params: AttentionCase, operands: Operands, part?: Part): Oracle {
  const meanAt = levelMeans(params, operands);
  // Weights that are no 1 round in their sums; a unit that rounds them to f16 rounds all of them alike.
  const ofSums = largestLevel * (8 + Math.sqrt(params.k)) * unitRoundoff.f32;
  const ofResult = params.dtype === 'f32' ? 0 : 4 * unitRoundoff.f16;
  const reference: Reference = {
    output: 'outputs',
    expected: meanAt,
    tolerance: (index) => ofSums + ofResult * Math.abs(meanAt(index)),
  };
  return elementwise('means of whole numbers', reference, part);
}

interface Judged {
  readonly operands: Operands;
  readonly largest: Float64Array;
  readonly choice: Choice;
}

function rowsOracle(params: AttentionCase, { operands, largest, choice }: Judged): Oracle {
  const { d } = params;
  const rows = new Map<number, Row>();
  for (const row of sampledRows(params, choice)) rows.set(row, attendRow(params, operands, row));
  const rowOf = (index: number) => rows.get(Math.floor(index / d));
  return elementwise('f64 rows', {
    output: 'outputs',
    indices: () => elementsOf(rows.keys(), d),
    expected: (index) => rowOf(index)?.output[index % d] ?? Number.NaN,
    tolerance: (index) => bound(params, rowOf(index), largest[valueIndex(params, index)] ?? 0, index % d),
  });
}

function bound(params: AttentionCase, row: Row | undefined, largest: number, index: number): number {
  const f32 = largest * (2e-5 + logitError(params, row?.largestLogit ?? 0));
  if (params.dtype === 'f32') return f32;
  return f32 + 2e-3 * largest + unitRoundoff.f16 * Math.abs(row?.output[index] ?? 0);
}

// O is a convex combination of the rows of V: a look at every element, where f64 only looks at some rows.
function hullOracle(params: AttentionCase, largest: Float64Array, part?: Part): Oracle {
  const slack = params.dtype === 'f32' ? 1e-4 : 4e-3;
  return {
    name: 'hull of V',
    verify: ({ outputs }) => {
      if (!outputs) throw new Error('the outputs are missing');
      const outside = outsideOf(
        outputs,
        stretchOf(outputs.length, part),
        (index) => (1 + slack) * (largest[valueIndex(params, index)] ?? 0),
      );
      if (outside === -1) return flawless;
      const message = `outputs[${outside}] is ${outputs[outside]}, and no value is that large`;
      const at = { output: 'outputs', index: outside };
      return { ...flawless, passed: false, worst: Infinity, message, at };
    },
  };
}

// The first element of a stretch that is larger than its bound, or no number; −1 where there is none.
function outsideOf(outputs: NumberArray, { from, to }: Stretch, boundAt: (index: number) => number): number {
  for (let index = from; index < to; index++)
    if (!(Math.abs(outputs[index] ?? Number.NaN) <= boundAt(index))) return index;
  return -1;
}

// max|V| of each batch, key head and column.
function largestValues({ b, h, g, k, d }: AttentionCase, { values }: Operands): Float64Array {
  const heads = b * (h / g);
  const largest = new Float64Array(heads * d);
  for (let row = 0; row < heads * k; row++) {
    const first = Math.floor(row / k) * d;
    for (let column = 0; column < d; column++) {
      const value = Math.abs(values[row * d + column] ?? 0);
      if (value > (largest[first + column] ?? 0)) largest[first + column] = value;
    }
  }
  return largest;
}

function valueIndex({ h, g, q, d }: AttentionCase, index: number): number {
  const head = Math.floor(index / (q * d));
  const shared = Math.floor(head / h) * (h / g) + Math.floor((head % h) / g);
  return shared * d + (index % d);
}
