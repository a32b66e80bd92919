// The problems of the family: keys in order, and keys in a table.
import type { CaseParams, Params, Problem } from '@kernel-ladder/harness';

/** `n` keys of `dtype` in ascending order; of pairs, each key carries a word along, and equal keys stay in the order they came in. */
export type SortCase = CaseParams & {
  readonly n: number;
  readonly of: Of;
  readonly fill: Fill;
  readonly dtype: Key;
};

/** A hash table of `n` slots with as many keys to put in, or to find, as fill `load` percent of it if all are different. */
export type TableCase = CaseParams & {
  readonly n: number;
  readonly load: number;
  readonly fill: TableFill;
  readonly dtype: 'u32';
};

/** A case of the family. */
export type KeyCase = SortCase | TableCase;

/** What is sorted: keys alone, or keys with a word each. */
export type Of = (typeof kindsOf)[number];

/** Both. */
export const kindsOf = ['keys', 'pairs'] as const;

/** The types of keys. */
export type Key = (typeof keyTypes)[number];

/** All of them. */
export const keyTypes = ['u32', 'i32', 'f32'] as const;

/**
 * How keys are filled: uniform (floats in ±1; in a table all different), any words (floats of any bits), one word everywhere, in order, in
 * reverse order, one of seven words each, each digit of eight bits mostly the same one, and what is special about the type: its extremes,
 * and of floats NaNs of both signs and several payloads, infinities, both zeros and subnormal numbers.
 */
export type Fill = (typeof fills)[number];

/** Every fill. */
export const fills = ['uniform', 'words', 'equal', 'sorted', 'reversed', 'few', 'hot', 'special'] as const;

/** The fills that a table makes a difference of. */
export type TableFill = (typeof tableFills)[number];

/** All of them. */
export const tableFills = ['uniform', 'equal', 'few'] as const;

/** What a case is beside its length: keys of uniform u32 unless said otherwise. */
type Kind = Partial<Pick<SortCase, 'of' | 'fill' | 'dtype'>>;

/** A case of sorting. */
export function sortCase(n: number, { of = 'keys', fill = 'uniform', dtype = 'u32' }: Kind = {}): SortCase {
  return { n, of, fill, dtype };
}

/** A case of a table. */
export function tableCase(n: number, load: number, fill: TableFill = 'uniform'): TableCase {
  return { n, load, fill, dtype: 'u32' };
}

/** Whether a case is one of a table. */
export function isTable(params: KeyCase): params is TableCase {
  return 'load' in params;
}

/** How many keys a table is given. */
export function keysOfTable({ n, load }: TableCase): number {
  return Math.floor((n * load) / 100);
}

/** The parameters in id order; a case leaves those of the other problem out. */
export const params: Problem<KeyCase>['params'] = [
  // A count of keys travels with two bits of state in one word.
  { key: 'n', takes: { min: 0, max: 2 ** 30 - 1 } },
  { key: 'load', default: 0, takes: { min: 1, max: 100 } },
  { key: 'of', default: 'keys', takes: kindsOf },
  { key: 'fill', default: 'uniform', takes: fills },
];

// A key that a full table lacks is looked for in all of it, by one thread and one load after another: some tenths of a microsecond each.
const longestFull = 2 ** 16;

/** The case that the parameters mean, or what does not go together. */
export function combine(given: KeyCase): KeyCase | string {
  // Parameters come with all keys of the family.
  const { load, of, ...common } = given as Params & KeyCase & { readonly load: number; readonly of: Of };
  if (load === 0) return { ...common, of } as SortCase;
  if (given.n === 0) return 'n=0: a table has a slot or more';
  if (of !== 'keys') return `of=${of}: a table has keys alone`;
  if (given.dtype !== 'u32') return `${given.dtype}: a table has keys of u32`;
  if (load === 100 && given.fill === 'uniform' && given.n > longestFull)
    return `load=100: a full table of ${given.n} slots takes seconds: ask for load=99, or for n=${longestFull} at most`;
  if (!tableFills.some((fill) => fill === given.fill))
    return `fill=${given.fill}: a table is filled ${tableFills.join(', ')}`;
  return { ...common, load } as TableCase;
}
