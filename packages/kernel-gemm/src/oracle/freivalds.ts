// Freivalds' check (1977): C = A·B exactly if C·r = A·(B·r) for enough random r, at the price of a few
// matrix-vector products. It looks at every element of a C that is too large to compute again.
import type { Arrays, Finding, NumberArray, Oracle, Random, Stretch } from '@kernel-ladder/harness';
import type { GemmCase } from '../cases.ts';
import { isPaired, storedAs, sumsOf } from '../dtypes.ts';
import type { Wide } from '../dtypes.ts';
import { isMirrored } from '../inputs.ts';
import { addedInput, specOf } from '../kernels/epilogue.ts';
import { epilogueUnit, rowUnit } from './bounds.ts';
import { termNorms } from './norms.ts';
import { widen } from './reference.ts';
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
  const expected = expectedSums(params, { operands, inputs, signs, stretch });
  const ofSums = sumTolerance(params, operands, stretch);
  return {
    name: 'Freivalds',
    verify: (outputs) => {
      const c = rows(params, rowsOf(outputs['c'], { params, stretch }));
      const sums = timesVectors({ columns: n, matrix: c, vectorsOf: () => signs });
      return worstRow(sums, { expected, tolerance: addEpilogue(params, ofSums, c), first: stretch.from });
    },
  };
}

// For an epilogue that bends and is not mirrored nothing can be summed: its columns get no weight.
function drawSigns(params: GemmCase, random: Random): Packed {
  const { n, epilogue } = params;
  const draw = () => (random.next() % 2) * 2 - 1;
  const bends = specOf(epilogue).bend !== 'no';
  const packed = new Float64Array(n * vectors);
  for (let vector = 0; vector < vectors; vector++) {
    const signs = Float64Array.from({ length: n }, draw);
    if (bends && !isMirrored(params)) continue;
    for (let column = 0; column < n; column++) {
      const isOpposite = bends && column % 2 === 1;
      packed[column * vectors + vector] = (isOpposite ? -(signs[column - 1] ?? 0) : signs[column]) ?? 0;
    }
  }
  return packed;
}

interface Draw {
  readonly operands: Operands;
  readonly inputs: Arrays;
  readonly signs: Packed;
  readonly stretch: Stretch;
}

function expectedSums(params: GemmCase, draw: Draw): Packed {
  const { operands, signs, stretch } = draw;
  const { m, n, k, a, b } = operands;
  const { from, to } = stretch;
  const { scale, bend } = specOf(params.epilogue);
  const ofB = timesVectors({ columns: n, matrix: b, vectorsOf: () => signs });
  const vectorsOf = (row: number) => {
    const matrix = Math.floor((from + row) / m);
    return ofB.subarray(matrix * k * vectors, (matrix + 1) * k * vectors);
  };
  const ofA = timesVectors({ columns: k, matrix: a.subarray(from * k, to * k), vectorsOf });
  const added = addedSums(params, draw);
  const factor = bend === 'no' ? 1 : 0.5;
  return ofA.map((sum, at) => factor * (scale * sum + added(at)));
}

function addedSums(params: GemmCase, { inputs, signs, stretch }: Draw): (at: number) => number {
  const name = addedInput(params.epilogue);
  if (name === null) return () => 0;
  const array = name === 'bias' ? inputs[name] : rowsOf(inputs[name], { params, stretch });
  const sums = timesVectors({ columns: params.n, matrix: rows(params, array), vectorsOf: () => signs });
  return name === 'bias' ? (at) => sums[at % vectors] ?? 0 : (at) => sums[at] ?? 0;
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
  const width = storedAs(params.dtype).outputParts * params.n;
  return array?.subarray(stretch.from * width, stretch.to * width);
}

// C, or what is added to it. A CPU reads f16 slowly; integers of 32 bits would not fit f32.
function rows(params: GemmCase, array: NumberArray | undefined): Rows {
  if (array instanceof Int32Array) return array;
  return array && isPaired(params.dtype) ? sumsOf(array) : widen(array);
}

/** Numbers of all vectors side by side, place by place. */
type Packed = Float64Array;

interface TimesVectors {
  readonly columns: number;
  readonly matrix: Rows;
  /** What a row is multiplied with. */
  readonly vectorsOf: (row: number) => Packed;
}

/** The sums of each row of a matrix with every vector. */
function timesVectors({ columns, matrix, vectorsOf }: TimesVectors): Packed {
  const count = columns === 0 ? 0 : matrix.length / columns;
  const sums = new Float64Array(count * vectors);
  for (let row = 0; row < count; row++) {
    const [numbers, packed] = [matrix.subarray(row * columns, (row + 1) * columns), vectorsOf(row)];
    for (let first = 0; first < vectors; first += 4)
      sums.set(fourSums(numbers, packed, first), row * vectors + first);
  }
  return sums;
}

// Four at a time: each addition waits for the one before it in its own sum.
function fourSums(numbers: Rows, packed: Packed, first: number): readonly number[] {
  let [sum0, sum1, sum2, sum3] = [0, 0, 0, 0];
  for (let column = 0, at = first; column < numbers.length; column++, at += vectors) {
    const number = numbers[column] ?? 0;
    sum0 += number * (packed[at] ?? 0);
    sum1 += number * (packed[at + 1] ?? 0);
    sum2 += number * (packed[at + 2] ?? 0);
    sum3 += number * (packed[at + 3] ?? 0);
  }
  return [sum0, sum1, sum2, sum3];
}

interface Expectation {
  readonly expected: Packed;
  readonly tolerance: Float64Array;
  /** The row that the first sums are of. */
  readonly first: number;
}

// Element errors are the sampled oracle's to report; this one only contributes its verdict.
function worstRow(sums: Packed, { expected, tolerance, first }: Expectation): Finding {
  let [worst, message] = [0, ''];
  for (const [at, sum] of sums.entries()) {
    const row = Math.floor(at / vectors);
    const error = Math.abs(sum - (expected[at] ?? Number.NaN));
    const allowed = tolerance[row] ?? 0;
    const ratio = error === 0 ? 0 : error / allowed;
    if (ratio <= worst) continue;
    worst = Number.isNaN(ratio) ? Number.POSITIVE_INFINITY : ratio;
    message = `row ${first + row} of c, summed with random signs, is off by ${error}, allowed are ${allowed.toPrecision(3)}`;
  }
  const passed = worst <= 1;
  return { passed, maxAbs: 0, maxRel: 0, worst, message: passed ? '' : message };
}
