// What products come to: small ones element by element, large ones by Freivalds' check (1977), row by row against random weights.
import { createRandom, elementwise, flawless, stretchOf, whole } from '@kernel-ladder/harness';
import type { Arrays, Finding, NumberArray, Oracle, Part, Random } from '@kernel-ladder/harness';
import type { BatchCase } from '../cases.ts';

// From this size on a check costs less than a product.
const largest = 160;

/** Every element, or every row under weights that `judging` draws; all sums are of whole numbers that f64 and f32 hold. */
export function productsOracle(
  params: BatchCase,
  inputs: Arrays,
  { judging = createRandom(1), part = whole }: Judged,
): Oracle {
  const operands = { m: params.m, a: required(inputs, 'a'), b: required(inputs, 'b') };
  if (params.m > largest) return freivalds(operands, params.products, { judging, part });
  const expected = (index: number) => element(operands, index);
  return elementwise('f64 products', { output: 'c', expected, tolerance: () => 0 }, part);
}

interface Judged {
  readonly judging?: Random | undefined;
  readonly part?: Part | undefined;
}

interface Operands {
  readonly m: number;
  readonly a: NumberArray;
  readonly b: NumberArray;
}

function element({ m, a, b }: Operands, index: number): number {
  const row = index - (index % m);
  const first = index - (index % m ** 2) + (index % m);
  let sum = 0;
  for (let k = 0; k < m; k++) sum += (a[row + k] ?? 0) * (b[first + k * m] ?? 0);
  return sum;
}

// A wrong row escapes weights from 1 to 2^16 with a probability below 2^-15.
function freivalds(
  operands: Operands,
  products: number,
  { judging, part }: { readonly judging: Random; readonly part: Part },
): Oracle {
  const { m, a, b } = operands;
  const weights = Float64Array.from({ length: m }, () => judging.integer(1, 2 ** 16));
  const { from, to } = stretchOf(products, part);
  const due = Array.from({ length: to - from }, (_, at) => {
    const first = (from + at) * m ** 2;
    const folded = rowSums(b.subarray(first, first + m ** 2), weights);
    return rowSums(a.subarray(first, first + m ** 2), folded);
  });
  const judge = (c: NumberArray): Finding => {
    for (const [at, sums] of due.entries()) {
      const first = (from + at) * m ** 2;
      const got = rowSums(c.subarray(first, first + m ** 2), weights);
      const row = got.findIndex((sum, index) => !(sum === sums[index]));
      if (row >= 0) return wrongRow(first + row * m, { row, product: from + at });
    }
    return flawless;
  };
  return { name: 'Freivalds by rows', verify: (outputs) => judge(required(outputs, 'c')) };
}

function wrongRow(
  index: number,
  { row, product }: { readonly row: number; readonly product: number },
): Finding {
  const message = `row ${row} of product ${product} does not come to what it should under random weights`;
  return { ...flawless, passed: false, worst: Infinity, message, at: { output: 'c', index } };
}

function rowSums(matrix: NumberArray, weights: Float64Array): Float64Array {
  const m = weights.length;
  return weights.map((_, row) => {
    let sum = 0;
    for (let k = 0; k < m; k++) sum += (matrix[row * m + k] ?? Number.NaN) * (weights[k] ?? 0);
    return sum;
  });
}

function required(arrays: Arrays, name: string): NumberArray {
  const array = arrays[name];
  if (!array) throw new Error(`no array "${name}"`);
  return array;
}
