// Prefix sums walked from the first element to the last beside the result: the largest case has 2^28 of them, of which no
// second copy is made.
import { flawless } from '@kernel-ladder/harness';
import type { Finding, NumberArray, Stretch } from '@kernel-ladder/harness';
import { pieceLength, wordsOf } from './prefix.ts';
import type { Prefix } from './prefix.ts';

/** Element i of an exclusive scan is element i − 1 of the inclusive one; the first is zero. */
export type Shift = 0 | 1;

/** Sums of a stretch of the result, modulo 2^32. */
export interface IntegerSums {
  readonly shift: Shift;
  readonly stretch: Stretch;
  /** The sum of the terms before the stretch. */
  readonly before: number;
}

/** Compares sums modulo 2^32 up to the first wrong element: of exact values no other tells more. */
export function compareIntegers(
  values: NumberArray,
  result: NumberArray,
  { shift, stretch, before }: IntegerSums,
): Finding {
  // As i32 both types add and wrap alike, and never become floating-point numbers on the way.
  const [terms, sums] = [wordsOf(values), wordsOf(result)];
  let total = before;
  for (let index = stretch.from; index < stretch.to; index++) {
    const next = (total + (terms[index] ?? 0)) | 0;
    const expected = shift === 0 ? next : total;
    const got = sums[index] ?? 0;
    if (got !== expected) return differing(index, { got, expected });
    total = next;
  }
  return flawless;
}

function differing(index: number, { got, expected }: { got: number; expected: number }): Finding {
  const message = `result[${index}] is ${got}, expected ${expected} modulo 2^32`;
  const maxAbs = Math.abs(got - expected);
  return {
    passed: false,
    maxAbs,
    maxRel: expected === 0 ? 0 : maxAbs / Math.abs(expected),
    worst: Infinity,
    message,
    at: { output: 'result', index },
  };
}

/** What may differ from the exact sums of floats. */
export interface FloatRule {
  readonly shift: Shift;
  /** Sums of magnitudes below this are exact. */
  readonly exactBelow: number;
  /** Allowed error per Σ|x|. */
  readonly perAbsolute: number;
  /** Allowed error per √(Σx² + (Σx)²); the smaller of the two holds. */
  readonly perWalk: number;
}

// Subnormal numbers may be flushed to zero.
const flush = 2 ** -126;

/** Sums of a stretch of the result. */
export interface FloatSums {
  readonly rule: FloatRule;
  readonly stretch: Stretch;
  /** What the terms before the stretch add up to. */
  readonly before: Prefix;
}

/** Compares sums of floats, each within its own bound, with a compensated f64 sum. */
export function compareFloats(
  values: NumberArray,
  result: NumberArray,
  { rule, stretch, before }: FloatSums,
): Finding {
  const tally = startTally(result, stretch.from === 0 ? rule.shift : 0);
  const prefix = { ...before };
  const last = Math.min(stretch.to, values.length - rule.shift);
  for (let start = stretch.from; start < last; start += pieceLength) {
    const end = Math.min(start + pieceLength, last);
    const terms = values.subarray(start, end);
    comparePiece(
      { terms, sums: result.subarray(start + rule.shift), start: start + rule.shift },
      { rule, prefix, tally },
    );
    if (tally.worst === Infinity) break;
  }
  return tally;
}

interface Piece {
  readonly terms: NumberArray;
  /** What the sums up to and including each term have become. */
  readonly sums: NumberArray;
  /** Index of the first of them in the result. */
  readonly start: number;
}

function comparePiece(
  { terms, sums, start }: Piece,
  { rule, prefix, tally }: { readonly rule: FloatRule; readonly prefix: Prefix; readonly tally: Tally },
): void {
  const { exactBelow, perAbsolute, perWalk } = rule;
  let { total, lost, absolute, squares } = prefix;
  let { worst, maxAbs, maxRel } = tally;
  for (let index = 0; index < terms.length; index++) {
    const value = terms[index] ?? 0;
    // Knuth's two-sum: what the addition drops is kept beside the sum.
    const next = total + value;
    const part = next - total;
    lost += total - (next - part) + (value - part);
    total = next;
    absolute += Math.abs(value);
    squares += value * value;
    const expected = total + lost;
    const walk = perWalk * Math.sqrt(squares + expected * expected);
    const tolerance = absolute < exactBelow ? 0 : Math.min(absolute * perAbsolute, walk) + flush;
    const got = sums[index] ?? 0;
    const error = Math.abs(got - expected);
    // Multiplications, no division: only an element that sets a record, or is no number, costs more.
    const isWithin = error <= worst * tolerance && error <= maxAbs;
    if (!(isWithin && error <= maxRel * Math.abs(expected))) {
      note(tally, { index: start + index, got, expected, tolerance });
      ({ worst, maxAbs, maxRel } = tally);
    }
  }
  Object.assign(prefix, { total, lost, absolute, squares });
}

// Written in place: it lives for one walk over up to 2^28 elements.
type Tally = { -readonly [Key in keyof Finding]: Finding[Key] };

// What an exclusive scan begins with is exact.
function startTally(result: NumberArray, shift: Shift): Tally {
  const tally: Tally = { ...flawless };
  if (shift > 0 && result.length > 0)
    note(tally, { index: 0, got: result[0] ?? 0, expected: 0, tolerance: 0 });
  return tally;
}

interface Element {
  readonly index: number;
  readonly got: number;
  readonly expected: number;
  readonly tolerance: number;
}

function note(tally: Tally, { index, got, expected, tolerance }: Element): void {
  const difference = Math.abs(got - expected);
  const error = Number.isNaN(difference) ? Infinity : difference;
  const ratio = ratioOf(error, tolerance);
  tally.maxAbs = Math.max(tally.maxAbs, error);
  if (expected !== 0) tally.maxRel = Math.max(tally.maxRel, error / Math.abs(expected));
  if (ratio <= tally.worst) return;
  tally.worst = ratio;
  if (ratio <= 1) return;
  tally.passed = false;
  tally.message = `result[${index}] is ${got}, expected ${expected} ± ${tolerance.toPrecision(3)}`;
  tally.at = { output: 'result', index };
}

function ratioOf(error: number, tolerance: number): number {
  if (error === 0) return 0;
  // A bound that is no finite number bounds nothing.
  return tolerance > 0 && Number.isFinite(tolerance) ? error / tolerance : Infinity;
}
