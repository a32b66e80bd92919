// The comparison with an f64 reference: every element within its own bound, or the worst one named.
import type { Arrays } from './scalars.ts';
import type { Rejection } from './rejection.ts';
import { stretchOf, whole } from './part.ts';
import type { Part } from './part.ts';
import { poisonWord, typeOfArray } from './scalars.ts';
import type { NumberArray } from './scalars.ts';

/** How a variant adds up: the bound may depend on it. */
export interface Accuracy {
  readonly longestSum: number;
}

/** What a comparison found; `worst` is the largest error over its tolerance, at most 1 when passed. */
export interface Finding {
  readonly passed: boolean;
  readonly maxAbs: number;
  readonly maxRel: number;
  readonly worst: number;
  /** Largest magnitude among the floats that came out, which errors are large or small beside; absent where there are none. */
  readonly largest?: number | undefined;
  /** The worst element, in words; empty when passed. */
  readonly message: string;
  /** Which element that is, where one can be named. */
  readonly at?: ElementAt;
  /** How it was rejected; absent when passed. */
  readonly rejection?: Rejection;
  /** What came out where no answer is right or wrong: such a case is observed, neither passed nor failed. */
  readonly observed?: string;
}

/** One element of one output, by its place, or its first place, in the array. */
export interface ElementAt {
  readonly output: string;
  readonly index: number;
}

/** The reference of one case; it judges the outputs of any variant. */
export interface Oracle {
  readonly name: string;
  readonly verify: (outputs: Arrays, accuracy: Accuracy) => Finding;
}

/** Reference and bound of one output, element by element. */
export interface Reference {
  readonly output: string;
  /** How many numbers of the output, side by side, add up to one element; 1 when left out. */
  readonly parts?: number;
  /** Elements to look at, from the first one on in every launch that is judged; all that fall to the part when left out. */
  readonly indices?: () => Iterable<number>;
  readonly expected: (index: number) => number;
  /** Largest allowed |got − expected|; 0 demands equality. */
  readonly tolerance: (index: number, accuracy: Accuracy) => number;
}

/** An oracle that compares elements; NaN or infinity where a finite value is due always fails. */
export function elementwise(name: string, reference: Reference, part: Part = whole): Oracle {
  return { name, verify: (outputs, accuracy) => compare(reference, { outputs, accuracy, part }) };
}

/** Joins oracles of one case: all must pass, the worst speaks. */
export function allOf(name: string, oracles: readonly Oracle[]): Oracle {
  return {
    name,
    verify: (outputs, accuracy) => oracles.map((oracle) => oracle.verify(outputs, accuracy)).reduce(worse),
  };
}

/**
 * An oracle for inputs on which WGSL promises nothing, such as NaN and infinity: it names what came out. An output
 * that nobody wrote still fails, and so does an outcome that breaks what the family promises nevertheless.
 */
export function observing(
  name: string,
  classify: (outputs: Arrays) => string,
  breaks: (outcome: string) => boolean = () => false,
): Oracle {
  return {
    name,
    verify: (outputs) => {
      const unwritten = Object.entries(outputs).find(([, array]) => holdsPoison(array));
      if (!unwritten) return observation(classify(outputs), breaks);
      const message = `${unwritten[0]} was not written`;
      return { ...flawless, passed: false, worst: Infinity, message, rejection: 'unwritten' };
    },
  };
}

function observation(outcome: string, breaks: (outcome: string) => boolean): Finding {
  if (!breaks(outcome)) return { ...flawless, observed: outcome };
  const message = `what is no finite number reaches what it must not: ${outcome}`;
  return { ...flawless, passed: false, worst: Infinity, message };
}

/** The report with the larger error over tolerance, and the larger extremes of both. */
export function worse(a: Finding, b: Finding): Finding {
  const worst = b.worst > a.worst ? b : a;
  return {
    ...worst,
    passed: a.passed && b.passed,
    maxAbs: Math.max(a.maxAbs, b.maxAbs),
    maxRel: Math.max(a.maxRel, b.maxRel),
    ...largerOf(a, b),
  };
}

/** A report, failed where one on other inputs is. Errors are told of its own inputs: of others they have another size. */
export function alsoOnOthers(own: Finding, others: Finding): Finding {
  const both = worse(own, others);
  if (!both.passed) return both;
  const { maxAbs, maxRel, largest } = own;
  const { passed, worst, message } = both;
  return { passed, worst, message, maxAbs, maxRel, ...(largest === undefined ? {} : { largest }) };
}

function largerOf(a: Finding, b: Finding): Pick<Finding, 'largest'> {
  if (a.largest === undefined && b.largest === undefined) return {};
  return { largest: Math.max(a.largest ?? 0, b.largest ?? 0) };
}

/** A report of no error at all: what an empty output has. */
export const flawless: Finding = { passed: true, maxAbs: 0, maxRel: 0, worst: 0, message: '' };

function holdsPoison(array: NumberArray): boolean {
  const words = new Uint32Array(array.buffer, array.byteOffset, Math.floor(array.byteLength / 4));
  return words.includes(poisonWord(typeOfArray(array)));
}

interface Compared {
  readonly outputs: Arrays;
  readonly accuracy: Accuracy;
  readonly part: Part;
}

function compare(reference: Reference, { outputs, accuracy, part }: Compared): Finding {
  const { output, parts = 1 } = reference;
  const got = outputs[output];
  if (!got) throw new Error(`the oracle reads output "${output}", which the family does not declare`);
  let [maxAbs, maxRel, worst, worstIndex] = [0, 0, 0, -1];
  const look = (index: number) => {
    const expected = reference.expected(index);
    const error = errorOf(elementAt(got, index, parts), expected);
    if (error === 0) return;
    const ratio = overTolerance(error, reference.tolerance(index, accuracy));
    maxAbs = Math.max(maxAbs, error);
    if (expected !== 0) maxRel = Math.max(maxRel, error / Math.abs(expected));
    if (ratio > worst) [worst, worstIndex] = [ratio, index];
  };
  const drawn = reference.indices?.();
  if (drawn) for (const index of drawn) look(index);
  else {
    // Millions of them: an iterator takes as long as all the rest.
    const { from, to } = stretchOf(got.length / parts, part);
    for (let index = from; index < to; index++) look(index);
  }
  if (worst <= 1) return { passed: true, maxAbs, maxRel, worst, message: '' };
  const tolerance = reference.tolerance(worstIndex, accuracy);
  const expected = reference.expected(worstIndex);
  const value = elementAt(got, worstIndex, parts);
  const message = `${output}[${worstIndex}] is ${value}, expected ${expected} ± ${tolerance.toPrecision(3)}`;
  return { passed: false, maxAbs, maxRel, worst, message, at: { output, index: parts * worstIndex } };
}

function elementAt(got: NumberArray, index: number, parts: number): number | undefined {
  let sum = got[parts * index];
  for (let part = 1; part < parts; part++) sum = (sum ?? 0) + (got[parts * index + part] ?? 0);
  return sum;
}

/** Whether the element that a report names, or any where it names none, still holds what the buffer was filled with. */
export function isUnwritten({ at }: Pick<Finding, 'at'>, outputs: Arrays): boolean {
  if (at === undefined) return Object.values(outputs).some(holdsPoison);
  const array = outputs[at.output];
  if (!array) return false;
  const bytes = array.BYTES_PER_ELEMENT;
  const poison = new Uint8Array(Uint32Array.of(poisonWord(typeOfArray(array))).buffer, 0, bytes);
  const held = new Uint8Array(array.buffer, array.byteOffset + at.index * bytes, bytes);
  return held.every((byte, index) => byte === poison[index]);
}

function errorOf(value: number | undefined, expected: number): number {
  if (value === undefined) return Number.POSITIVE_INFINITY;
  if (value === expected) return 0;
  const error = Math.abs(value - expected);
  return Number.isNaN(error) ? Number.POSITIVE_INFINITY : error;
}

function overTolerance(error: number, tolerance: number): number {
  // A bound that is no finite number bounds nothing.
  return tolerance > 0 && Number.isFinite(tolerance) ? error / tolerance : Number.POSITIVE_INFINITY;
}
