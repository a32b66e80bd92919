// What is right: every element of Y within the rounding of its row's products and of their sum.
import { elementwise, observing, unitRoundoff } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Oracle, Part } from '@kernel-ladder/harness';
import { sumBound } from '@kernel-ladder/kernel-kit';
import type { Magnitudes } from '@kernel-ladder/kernel-kit';
import { isObserved } from './cases/kinds.ts';
import type { SparseCase } from './cases/kinds.ts';
import { oddPlace } from './inputs.ts';

/** The bound as the result page states it. */
export const tolerance =
  'per element 2^-24·(Σ|p| + min(2·D·Σ|p|, 4·√(D·(Σp² + (Σp)²)))), p the products of its row, D the longest chain of additions, the row’s length at most';

/** The f64 reference of a case. */
export function sparseOracle(params: SparseCase, inputs: Arrays, part?: Part): Oracle {
  const row = rowsOf(params, inputs);
  const expected = (index: number) => row(index).sum;
  const bound = (index: number, longestSum: number) => boundOf(params, row(index), longestSum);
  if (isObserved(params.fill)) return observed(params, inputs, { expected, bound });
  return elementwise(
    'f64 row by row',
    { output: 'y', expected, tolerance: (index, { longestSum }) => bound(index, longestSum) },
    part,
  );
}

interface RowSum extends Magnitudes {
  readonly length: number;
}

// Of one element, which is asked for twice in a row: for its value and its bound.
function rowsOf({ vectors }: SparseCase, inputs: Arrays): (index: number) => RowSum {
  const { offsets, cols, vals, x } = csrOf(inputs);
  let [known, found] = [-1, { sum: 0, absolute: 0, squares: 0, length: 0 }];
  return (index) => {
    if (index === known) return found;
    const [row, vector] = [Math.floor(index / vectors), index % vectors];
    const [begin, end] = [offsets[row] ?? 0, offsets[row + 1] ?? 0];
    let [sum, absolute, squares] = [0, 0, 0];
    for (let at = begin; at < end; at++) {
      const product = (vals[at] ?? Number.NaN) * (x[(cols[at] ?? 0) * vectors + vector] ?? Number.NaN);
      sum += product;
      absolute += Math.abs(product);
      squares += product * product;
    }
    [known, found] = [index, { sum, absolute, squares, length: end - begin }];
    return found;
  };
}

function boundOf({ fill }: SparseCase, row: RowSum, longestSum: number): number {
  if (fill === 'integers') return 0;
  return unitRoundoff.f32 * row.absolute + sumBound(Math.min(longestSum, row.length), 'drawn', row);
}

interface Reference {
  readonly expected: (index: number) => number;
  readonly bound: (index: number, longestSum: number) => number;
}

const strayed = 'reaches';

// What is no finite number belongs to the rows that have it as a factor: any other element is as it should be.
function observed(params: SparseCase, inputs: Arrays, { expected, bound }: Reference): Oracle {
  const isTouched = touchedBy(params, inputs);
  const classify = ({ y = new Float32Array(0) }: Arrays) => {
    const outcomes = new Set<string>();
    for (const [index, value] of y.entries()) {
      if (isTouched(index)) outcomes.add(Number.isFinite(value) ? 'a finite number' : String(value));
      else if (!(Math.abs(value - expected(index)) <= bound(index, Infinity)))
        return `${strayed} y[${index}], which is ${value}`;
    }
    return [...outcomes].toSorted().join(', ') || 'nothing';
  };
  return observing('IEEE arithmetic, row by row', classify, (outcome) => outcome.startsWith(strayed));
}

function touchedBy(params: SparseCase, inputs: Arrays): (index: number) => boolean {
  const { offsets, cols } = csrOf(inputs);
  const { vectors } = params;
  const odd = oddPlace(params);
  if (odd === null) return () => false;
  return (index) => {
    const row = Math.floor(index / vectors);
    const [begin, end] = [offsets[row] ?? 0, offsets[row + 1] ?? 0];
    if ('entry' in odd) return begin <= odd.entry && odd.entry < end;
    const [element, vector] = [Math.floor(odd.element / vectors), odd.element % vectors];
    return index % vectors === vector && cols.subarray(begin, end).includes(element);
  };
}

interface Csr {
  readonly offsets: NumberArray;
  readonly cols: NumberArray;
  readonly vals: NumberArray;
  readonly x: NumberArray;
}

function csrOf({ offsets, cols, vals, x }: Arrays): Csr {
  if (offsets && cols && vals && x) return { offsets, cols, vals, x };
  throw new Error('the oracle reads offsets, cols, vals and x: one of them is missing');
}
