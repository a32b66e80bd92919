// Runs by words and numbers: run after run says the same words of its results, and other numbers.
import type { Result, Run } from './types.generated.ts';

/** A result's words with the numbers of one run. */
export interface MeasuredResult {
  /** The first result that said so. Its check, times and metrics have the numbers of its own run. */
  readonly of: Result;
  /** Where the numbers behind the head of `of` are, by the object or list around them, as `secondary.0`, and their member in it. */
  readonly places: Places;
  /** The numbers of all results; its own from a place on. */
  readonly numbers: readonly number[];
  readonly first: number;
}

/** Places of numbers by where they stand. */
export type Places = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** A run and its results, which `run` has with other numbers. */
export interface MeasuredRun {
  readonly run: Run;
  readonly results: readonly MeasuredResult[];
}

/** The numbers of a member of a result by their names: undefined of one that it has not. */
export type NumberOf<Name extends string = string> = (name: Name) => number | undefined;

/** The numbers of a member of a result; `member` is where it stands, as in `Places`. */
export function numbersOf({ places, numbers, first }: MeasuredResult, member: string): NumberOf {
  const own = places.get(member);
  return (name) => {
    const place = own?.get(name);
    return place === undefined ? undefined : numbers[first + place];
  };
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
