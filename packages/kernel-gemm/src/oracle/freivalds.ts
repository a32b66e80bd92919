// Freivalds' check (1977): C = A·B exactly if C·r = A·(B·r) for enough random r, at the price of a few
// matrix-vector products. It looks at every element of a C that is too large to compute again.
import type { Arrays, Finding, NumberArray, Oracle, Random, Stretch } from '@kernel-ladder/harness';
import type { GemmCase } from '../cases.ts';
import { storedAs } from '../dtypes.ts';
import type { Wide } from '../dtypes.ts';
import { isMirrored } from '../inputs.ts';
import { addedInput, specOf } from '../kernels/epilogue.ts';
import { epilogueUnit, rowUnit } from './bounds.ts';
import { termNorms } from './norms.ts';
import { elementsOf } from './reference.ts';
import type { Operands } from './reference.ts';

/** A wrong row escapes one vector with probability at most 1/2, where its errors happen to cancel. */
const vectors = 8;

/** What a product is judged by. */
export interface Judged {
  readonly operands: Operands;
  readonly inputs: Arrays;
  /** Draws the signs. */
  readonly judging: Random;
  /** The rows of C that are summed. */
  readonly stretch: Stretch;
}

/**
 * An oracle over row sums of C with random signs r. Epilogues that only scale and add are linear, so they are applied
 * to A·(B·r). Where ReLU or GELU bends, B's columns come in opposite pairs and r in opposite signs: since
 * f(x) − f(−x) = x, C·r is then half of (A·B + bias)·r.
 */
export function freivalds(params: GemmCase, { operands, inputs, judging, stretch }: Judged): Oracle {
  const { n } = params;
  const signs = drawSigns(params, judging);
  const expected = signs.map((sign) => expectedSums(params, { operands, inputs, sign, stretch }));
  const ofSums = sumTolerance(params, operands, stretch);
  return {
    name: 'Freivalds',
    verify: (outputs) => {
      const c = rows(params, rowsOf(outputs['c'], { params, stretch }));
      const sums = signs.map((sign) => matrixVector({ columns: n, matrix: c, vector: () => sign }));
      return worstRow(sums, { expected, tolerance: addEpilogue(params, ofSums, c), first: stretch.from });
    },
  };
}

// For an epilogue that bends and is not mirrored nothing can be summed: its columns get no weight.
function drawSigns(params: GemmCase, random: Random): readonly Float64Array[] {
  const { n, epilogue } = params;
  const draw = () => (random.next() % 2) * 2 - 1;
  const bends = specOf(epilogue).bend !== 'no';
  return Array.from({ length: vectors }, () => {
    const signs = Float64Array.from({ length: n }, draw);
    if (!bends) return signs;
    if (!isMirrored(params)) return signs.fill(0);
    return signs.map((sign, column) => (column % 2 === 0 ? sign : -(signs[column - 1] ?? 0)));
  });
}

interface Draw {
  readonly operands: Operands;
  readonly inputs: Arrays;
  readonly sign: Float64Array;
  readonly stretch: Stretch;
}

function expectedSums(params: GemmCase, { operands, inputs, sign, stretch }: Draw): Float64Array {
  const { m, n, k, a, b } = operands;
  const { from, to } = stretch;
  const { scale, bend } = specOf(params.epilogue);
  const ofB = matrixVector({ columns: n, matrix: b, vector: () => sign });
  const vectorOf = (row: number) => {
    const matrix = Math.floor((from + row) / m);
    return ofB.subarray(matrix * k, (matrix + 1) * k);
  };
  const ofA = matrixVector({ columns: k, matrix: a.subarray(from * k, to * k), vector: vectorOf });
  const added = addedSums(params, { operands, inputs, sign, stretch });
  const factor = bend === 'no' ? 1 : 0.5;
  return ofA.map((sum, row) => factor * (scale * sum + added(row)));
}

function addedSums(params: GemmCase, { inputs, sign, stretch }: Draw): (row: number) => number {
  const name = addedInput(params.epilogue);
  if (name === null) return () => 0;
  const array = name === 'bias' ? inputs[name] : rowsOf(inputs[name], { params, stretch });
  const sums = matrixVector({ columns: params.n, matrix: rows(params, array), vector: () => sign });
  return name === 'bias' ? () => sums[0] ?? 0 : (row) => sums[row] ?? 0;
}

// A bound on |Σ_j r_j·e_j| for the rounding errors e of a row and signs r that do not depend on them.
function sumTolerance(params: GemmCase, operands: Operands, stretch: Stretch): Float64Array {
  const { scale, bend } = specOf(params.epilogue);
  const unit = rowUnit(params) * scale * (bend === 'gelu' ? 1.13 : 1);
  return termNorms(operands, stretch).map((norm) => unit * norm);
}

// Each result adds its own error. By Hoeffding's inequality they exceed 8·‖e‖₂ with probability below 1e-13. A result
// that is wrong by far widens this by a millionth of what it is wrong by.
function addEpilogue(params: GemmCase, ofSums: Float64Array, c: Rows): Float64Array {
  const unit = 8 * epilogueUnit(params);
  if (unit === 0) return ofSums;
  const { n, epilogue } = params;
  const beside = specOf(epilogue).bend === 'gelu' ? Math.sqrt(n) : 0;
  return ofSums.map((bound, row) => {
    let squares = 0;
    for (let at = row * n; at < (row + 1) * n; at++) squares += (c[at] ?? 0) ** 2;
    return bound + unit * (Math.sqrt(squares) + beside);
  });
}

type Rows = Wide | Int32Array;

// Some rows of a matrix as wide as C, as they are stored.
function rowsOf(
  array: NumberArray | undefined,
  { params, stretch }: { readonly params: GemmCase; readonly stretch: Stretch },
): NumberArray | undefined {
  const width = storedAs(params.dtype).parts * params.n;
  return array?.subarray(stretch.from * width, stretch.to * width);
}

// A CPU reads f16 slowly; integers of 32 bits would not fit f32.
function rows(params: GemmCase, array: NumberArray | undefined): Rows {
  if (array instanceof Int32Array) return array;
  return elementsOf(params, array);
}

interface MatrixVector {
  readonly columns: number;
  readonly matrix: Rows;
  /** What a row is multiplied with. */
  readonly vector: (row: number) => Float64Array;
}

function matrixVector({ columns, matrix, vector }: MatrixVector): Float64Array {
  return Float64Array.from({ length: matrix.length / columns }, (_, row) => {
    const factors = vector(row);
    let sum = 0;
    for (let column = 0; column < columns; column++) {
      sum += (matrix[row * columns + column] ?? 0) * (factors[column] ?? 0);
    }
    return sum;
  });
}

interface Expectation {
  readonly expected: readonly Float64Array[];
  readonly tolerance: Float64Array;
  /** The row that the first sum is of. */
  readonly first: number;
}

// Element errors are the sampled oracle's to report; this one only contributes its verdict.
function worstRow(sums: readonly Float64Array[], { expected, tolerance, first }: Expectation): Finding {
  let [worst, message] = [0, ''];
  for (const [vector, sumsOfRows] of sums.entries()) {
    for (const [row, sum] of sumsOfRows.entries()) {
      const error = Math.abs(sum - (expected[vector]?.[row] ?? Number.NaN));
      const allowed = tolerance[row] ?? 0;
      const ratio = error === 0 ? 0 : error / allowed;
      if (ratio <= worst) continue;
      worst = Number.isNaN(ratio) ? Number.POSITIVE_INFINITY : ratio;
      message = `row ${first + row} of c, summed with random signs, is off by ${error}, allowed are ${allowed.toPrecision(3)}`;
    }
  }
  const passed = worst <= 1;
  return { passed, maxAbs: 0, maxRel: 0, worst, message: passed ? '' : message };
}
