// Runs by words and numbers: run after run says the same words of its results, and other numbers.
import type { Result, Run } from './types.generated.ts';

/** A result's words, and where in the numbers of its run its own are. */
export interface MeasuredResult {
  /** The first result that said so. Its check, times and metrics have the numbers of its own run. */
  readonly of: Result;
  /** Where the numbers behind the head of `of` are, by the object or list around them, as `secondary.0`, and their member in it. */
  readonly places: Places;
  /** The place in the numbers of the run that theirs are counted from. */
  readonly first: number;
}

/** Places of numbers. */
export interface Places {
  /** By where they stand. */
  readonly of: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Of some names, by their own place among all names that were made; filled as they are asked for. */
  readonly named: (Int32Array | undefined)[];
}

/** A run, its results, and the numbers that they have in it. Runs with the same words share both lists. */
export interface MeasuredRun {
  readonly run: Run;
  readonly results: readonly MeasuredResult[];
  readonly numbers: Float64Array;
}

/** Numbers of a member by their names. */
export interface Names {
  /** Where the member stands, as in `Places`. */
  readonly member: string;
  readonly names: readonly string[];
  /** Their place among all names. */
  readonly at: number;
}

let made = 0;

/** Makes names to read numbers by. */
export function namesOf(member: string, names: readonly string[]): Names {
  return { member, names, at: made++ };
}

/** Writes the numbers of a result by their names into a list of as many; NaN of one that it has not. */
export function readNumbers(
  names: Names,
  { places, first }: MeasuredResult,
  { numbers }: MeasuredRun,
  into: Float64Array,
): void {
  const at = placesOf(names, places);
  // Hot: a long history has millions of numbers.
  for (let name = 0; name < at.length; name++) {
    const place = at[name] ?? -1;
    into[name] = place < 0 ? Number.NaN : (numbers[first + place] ?? Number.NaN);
  }
}

/** Where the numbers of these names are; −1 of one that is not there. */
export function placesOf(names: Names, places: Places): Int32Array {
  return places.named[names.at] ?? addNamed(names, places);
}

function addNamed({ member, names, at }: Names, { of, named }: Places): Int32Array {
  const own = of.get(member);
  const found = Int32Array.from(names, (name) => own?.get(name) ?? -1);
  while (named.length < at) named.push(undefined);
  named[at] = found;
  return found;
}

/** An object or list of a result's words with the numbers of its run. */
export function withNumbers<Value extends object>(
  value: Value,
  member: string,
  { places, first }: MeasuredResult,
  { numbers }: Pick<MeasuredRun, 'numbers'>,
): Value {
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  for (const [name, place] of places.of.get(member) ?? []) copy[name] = numbers[first + place];
  // Of the same members.
  return copy as Value;
}
