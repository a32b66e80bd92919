// The f64 truth about a vector.
import { elementwise, observing } from '@kernel-ladder/harness';
import type { Arrays, NumberArray, Oracle } from '@kernel-ladder/harness';
import { sumBound } from '@kernel-ladder/kernel-kit';
import type { Magnitudes } from '@kernel-ladder/kernel-kit';
import { isSpecial, termsOf } from '../inputs/fills.ts';
import { identityValue, smallestNormal } from '../cases/identity.ts';
import type { Reduction } from '../cases/identity.ts';
import { isArg } from '../cases/kinds.ts';
import type { ArgOp, VectorCase } from '../cases/kinds.ts';
import { classifyOverflow, classifyValue, isOther } from './observe.ts';

/** What an empty vector has in place of an index. */
const noIndex = 0xffffffff;

/**
 * Sum: within `sumBound`, the reference a compensated sum. Exact for integers and for floats whose partial
 * sums are all integers below 2^24. Minimum, maximum and their indices: exact. Subnormals may have been flushed.
 */
export function vectorOracle(params: VectorCase, values: NumberArray): Oracle {
  const { op, dtype } = params;
  if (isArg(op)) return argOracle(params, op, values);
  const reduction = { op, dtype };
  if (isObserved(params)) return observedOracle(params, reduction, values);
  const total = op === 'sum' ? sum(values, params) : exact(extreme(values, reduction));
  const terms = termsOf(params.fill, total.absolute);
  const flushed =
    params.fill === 'subnormals' ? smallestNormal(dtype) * (op === 'sum' ? 2 * params.n : 1) : 0;
  return elementwise(op === 'sum' ? 'f64 compensated sum' : 'f64 scan', {
    output: 'result',
    expected: () => total.sum,
    tolerance: (_, { longestSum }) => sumBound(longestSum, terms, total) + flushed,
  });
}

function isObserved({ op, fill, dtype }: VectorCase): boolean {
  return isSpecial(fill) || (fill === 'largest' && op === 'sum' && dtype === 'f32');
}

function observedOracle(params: VectorCase, reduction: Reduction, values: NumberArray): Oracle {
  const classify = params.fill === 'largest' ? classifyOverflow : classifyValue;
  return observing(
    'IEEE arithmetic',
    (outputs) => classify(first(outputs), { values: values as Iterable<number>, ...reduction }),
    isOther,
  );
}

function argOracle(params: VectorCase, op: ArgOp, values: NumberArray): Oracle {
  if (!isSpecial(params.fill)) {
    const expected = indexOfExtreme(values, op, () => true);
    return elementwise('f64 scan', { output: 'result', expected: () => expected, tolerance: () => 0 });
  }
  const contagious =
    params.fill === 'nan' ? values.findIndex(Number.isNaN) : indexOfExtreme(values, op, () => true);
  const finite = indexOfExtreme(values, op, Number.isFinite);
  const nameOf = (outputs: Arrays) => {
    const got = first(outputs);
    if (got === contagious) return 'propagates';
    return got === finite ? 'ignored' : `other: ${got}`;
  };
  return observing('the index under IEEE comparison', nameOf, isOther);
}

function first(outputs: Arrays): number {
  return outputs['result']?.[0] ?? Number.NaN;
}

function indexOfExtreme(values: NumberArray, op: ArgOp, takes: (value: number) => boolean): number {
  let [best, at] = [Number.NaN, noIndex];
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0;
    const wins = at === noIndex || (op === 'argmax' ? value > best : value < best);
    if (wins && takes(value)) [best, at] = [value, index];
  }
  return at;
}

// Integer sums wrap modulo 2^32 and have no tolerance.
function sum(values: NumberArray, params: VectorCase): Magnitudes {
  if (params.dtype === 'i32') return exact(wrappedSum(values) | 0);
  if (params.dtype === 'u32') return exact(wrappedSum(values) >>> 0);
  const sums: Sums = { total: 0, lost: 0, absolute: 0, squares: 0 };
  for (let start = 0; start < values.length; start += pieceLength)
    addPiece(sums, values.subarray(start, start + pieceLength));
  const { total, lost, absolute, squares } = sums;
  return { sum: total + lost, absolute, squares };
}

// A function that is called often is compiled better than one long loop that is replaced while it runs.
const pieceLength = 2 ** 14;

// Σx = total + lost, Σ|x| and Σx², written in place.
interface Sums {
  total: number;
  lost: number;
  absolute: number;
  squares: number;
}

function addPiece(sums: Sums, terms: NumberArray): void {
  let { total, lost, absolute, squares } = sums;
  for (let index = 0; index < terms.length; index++) {
    const value = terms[index] ?? 0;
    // Neumaier 1974: what the addition drops is kept beside the sum.
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
    absolute += Math.abs(value);
    squares += value ** 2;
  }
  Object.assign(sums, { total, lost, absolute, squares });
}

// What has no rounding has no terms that round.
function exact(value: number): Magnitudes {
  return { sum: value, absolute: 0, squares: 0 };
}

function wrappedSum(values: NumberArray): number {
  let total = 0;
  for (let index = 0; index < values.length; index++) total = (total + (values[index] ?? 0)) | 0;
  return total;
}

function extreme(values: NumberArray, reduction: Reduction): number {
  const pick = reduction.op === 'min' ? Math.min : Math.max;
  let best = identityValue(reduction);
  for (let index = 0; index < values.length; index++) best = pick(best, values[index] ?? 0);
  return best;
}
