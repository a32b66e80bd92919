// Cases that no family lists: the text of a case, read against what its family's parameters take.
import { closest } from 'fastest-levenshtein';
import type { NamedParam } from './id.ts';
import type { Params } from './types.generated.ts';

/** Whole numbers, both ends included. */
export interface WholeNumber {
  readonly min: number;
  readonly max: number;
}

/** Text of one form, with an example that follows it. */
export interface Form {
  readonly pattern: RegExp;
  readonly example: string;
}

/** One parameter of a family, and what it may be: a whole number, one of some words, or text of a form. */
export interface ParamSpec extends NamedParam {
  readonly takes: WholeNumber | readonly string[] | Form;
}

/** All that a case may consist of. */
export interface CaseSpace {
  readonly params: readonly ParamSpec[];
  readonly dtypes: readonly string[];
}

/**
 * Reads `key=value,…,dtype`, keys in any order; a key that is left out has its default. Throws with the parameter, its value and
 * what it takes, or with the nearest name where there is no such parameter.
 */
export function parseCase(space: CaseSpace, text: string): Params & { readonly dtype: string } {
  const words = text.split(',');
  const dtype = words.at(-1) ?? '';
  const given = new Map<string, string>();
  for (const word of words.slice(0, -1)) {
    const [key = '', value, ...rest] = word.split('=');
    if (value === undefined || rest.length > 0)
      throw new Error(`"${word}" in "${text}" is no parameter: write key=value`);
    if (given.has(key)) throw new Error(`${key} stands twice in "${text}"`);
    given.set(key, value);
  }
  refuseStray(space, given, text);
  refuseDtype(space, dtype, text);
  const named = space.params.map((spec) => [spec.key, valueOf(spec, given.get(spec.key), text)]);
  return { ...Object.fromEntries(named), dtype };
}

function refuseStray({ params }: CaseSpace, given: ReadonlyMap<string, string>, text: string): void {
  const keys = params.map(({ key }) => key);
  const stray = [...given.keys()].find((key) => !keys.includes(key));
  if (stray === undefined) return;
  // What is there already is not meant.
  const free = keys.filter((key) => !given.has(key));
  const near = closest(stray, free.length > 0 ? free : keys);
  throw new Error(`unknown parameter "${stray}" in "${text}"; did you mean "${near}"?`);
}

function refuseDtype({ dtypes }: CaseSpace, dtype: string, text: string): void {
  if (dtypes.includes(dtype)) return;
  if (dtype.includes('=')) throw new Error(`"${text}" has no dtype: end it with ${anyOf(dtypes)}`);
  throw new Error(
    `unknown dtype "${dtype}" in "${text}"; did you mean "${closest(dtype, [...dtypes])}"? There is ${anyOf(dtypes)}`,
  );
}

function valueOf(spec: ParamSpec, given: string | undefined, text: string): Params[string] {
  const { key, default: usual } = spec;
  if (given !== undefined) return readValue(spec, given);
  if (usual !== undefined) return usual;
  throw new Error(`"${text}" has no ${key}: add ${key}=…, ${rangeOf(spec)}`);
}

function readValue(spec: ParamSpec, value: string): Params[string] {
  const { key, takes, default: usual } = spec;
  // A default may be none of what can be asked for: no shape, no segments.
  if (usual !== undefined && value === String(usual)) return usual;
  const refuse = (hint = '') => new Error(`${key}=${value}: ${key} takes ${rangeOf(spec)}${hint}`);
  if (isWords(takes)) {
    if (takes.includes(value)) return value;
    throw refuse(`; did you mean "${closest(value, [...takes])}"?`);
  }
  if ('pattern' in takes) {
    if (takes.pattern.test(value)) return value;
    throw refuse();
  }
  const number = /^(0|[1-9]\d*)$/.test(value) ? Number(value) : Number.NaN;
  if (number >= takes.min && number <= takes.max) return number;
  throw refuse();
}

function rangeOf({ takes }: ParamSpec): string {
  if (isWords(takes)) return anyOf(takes);
  if ('pattern' in takes) return `text like ${takes.example}`;
  return `a whole number from ${takes.min} to ${takes.max}`;
}

function isWords(takes: ParamSpec['takes']): takes is readonly string[] {
  return Array.isArray(takes);
}

function anyOf(words: readonly string[]): string {
  const [last = '', ...others] = words.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`;
}
