// Runs by words and numbers: run after run says the same words of its results, and other numbers.
import type { Result, Run } from './types.generated.ts';

/** A result's words with the numbers of one run. */
export interface MeasuredResult {
  /** The first result that said so. Its check, times and metrics have the numbers of its own run. */
  readonly of: Result;
  /** Where the numbers behind the head of `of` are, by the object or list around them, as `secondary.0`, and their member in it. */
  readonly places: Places;
  /** The numbers of all results; its own from a place on. */
  readonly numbers: Float64Array;
  readonly first: number;
}

/** Places of numbers by where they stand. */
export type Places = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** A run and its results, which `run` has with other numbers: runs with the same words share that list. */
export interface MeasuredRun {
  readonly run: Run;
  readonly results: readonly MeasuredResult[];
}

/** Names of numbers, of which a result may lack some. */
export interface Names {
  readonly names: readonly string[];
  /** Where the numbers of a member are, by the member's own places; −1 of one that it has not. */
  readonly known: WeakMap<ReadonlyMap<string, number>, readonly number[]>;
}

/** Makes names to read numbers by. */
export function namesOf(names: readonly string[]): Names {
  return { names, known: new WeakMap() };
}

/** The numbers of a member of a result by their names; `member` is where it stands, as in `Places`. */
export function numbersOf(
  { places, numbers, first }: MeasuredResult,
  member: string,
  { names, known }: Names,
): readonly (number | undefined)[] {
  const own = places.get(member) ?? none;
  let at = known.get(own);
  if (!at) known.set(own, (at = names.map((name) => own.get(name) ?? -1)));
  const values: (number | undefined)[] = [];
  // Hot: a long history has millions of numbers.
  for (const place of at) values.push(place < 0 ? undefined : numbers[first + place]);
  return values;
}

const none: ReadonlyMap<string, number> = new Map();

/** The numbers of a list that has no others. */
export function listOf({ places, numbers, first }: MeasuredResult, member: string): readonly number[] {
  const own = places.get(member);
  const from = first + (own?.get('0') ?? 0);
  const list: number[] = [];
  // Hot: a long history has millions of numbers, and a part of an array of its own costs more than to copy a few.
  for (let at = 0; at < (own?.size ?? 0); at++) list.push(numbers[from + at] ?? 0);
  return list;
}

/** An object or list of a result's words with the numbers of its run. */
export function withNumbers<Value extends object>(
  value: Value,
  member: string,
  { places, numbers, first }: MeasuredResult,
): Value {
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  for (const [name, place] of places.get(member) ?? []) copy[name] = numbers[first + place];
  // Of the same members.
  return copy as Value;
}
