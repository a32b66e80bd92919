// Which results a rule is about: matched by family, variant and parameters, and written as a glob over ids.
import type { Params, Result } from '@kernel-ladder/schema';
import { remembered } from './remembered.ts';
import type { Match, Selector } from './types.generated.ts';

/**
 * Whether a selector takes a result. A parameter that the id spells out and `where` does not name speaks against it, so
 * that a family can gain a parameter without changing what a rule selects; `*` takes any value that is spelled out.
 */
export function selects(selector: Selector, result: Result): boolean {
  if (selector.family !== undefined && selector.family !== result.family) return false;
  if ((selector.kind ?? 'gpu') !== result.kind) return false;
  if (selector.variants && !selector.variants.includes(result.variant)) return false;
  return selectsCase(selector, result);
}

function selectsCase({ where }: Selector, result: Result): boolean {
  if (!where) return true;
  const spelled = spelledBy(result);
  const strays = Object.keys(result.params).some(
    (key) => key !== 'dtype' && spelled.has(key) && !(key in where),
  );
  if (strays) return false;
  return Object.entries(where).every(([key, match]) =>
    match === '*' ? key === 'dtype' || spelled.has(key) : takes(match, result.params[key], result.params),
  );
}

// A result is asked for by hundreds of rules at every commit.
const spelledOf = new WeakMap<Result, ReadonlySet<string>>();

function spelledBy(result: Result): ReadonlySet<string> {
  const known = spelledOf.get(result);
  if (known) return known;
  const spelled = new Set(result.case.split(',').map((part) => part.split('=')[0] ?? part));
  spelledOf.set(result, spelled);
  return spelled;
}

function takes(match: Match, value: Params[string] | undefined, params: Params): boolean {
  if (value === undefined) return false;
  if (typeof match !== 'object') return String(match) === String(value);
  if (Array.isArray(match)) return match.some((one) => String(one) === String(value));
  if ('sameAs' in match) return String(params[match.sameAs]) === String(value);
  const { min = -Infinity, max = Infinity } = match as { readonly min?: number; readonly max?: number };
  return Number(value) >= min && Number(value) <= max;
}

/** A selector as a glob over ids, the widest one where ranges are meant, for `bench run --select`. */
export const globOf = remembered((selector: Selector): string => {
  const family = selector.family ?? '*';
  return `${family}/${oneOf(selector.variants ?? ['*'])}/${caseGlob(selector.where)}`;
});

/** A selector in words: its glob, and the ranges that a glob cannot say. */
export const describeSelector = remembered((selector: Selector): string => {
  const ranges = Object.entries(selector.where ?? {}).flatMap(([key, match]) => rangeText(key, match));
  const kind = selector.kind && selector.kind !== 'gpu' ? ` of kind ${selector.kind}` : '';
  return `${globOf(selector)}${kind}${ranges.length > 0 ? ` with ${ranges.join(', ')}` : ''}`;
});

function caseGlob(where: Selector['where']): string {
  if (!where) return '*';
  const { dtype = '*', ...named } = where;
  const parts = Object.entries(named).map(([key, match]) => `${key}=${valueGlob(match, named)}`);
  return [...parts, valueGlob(dtype, named)].join(',');
}

function valueGlob(match: Match, where: { readonly [key: string]: Match }): string {
  if (typeof match !== 'object') return String(match);
  if (Array.isArray(match)) return oneOf(match.map(String));
  if (!('sameAs' in match)) return '*';
  const other = where[match.sameAs];
  return typeof other === 'object' || other === undefined ? '*' : String(other);
}

function rangeText(key: string, match: Match): readonly string[] {
  if (typeof match !== 'object' || Array.isArray(match) || 'sameAs' in match) return [];
  const { min, max } = match as { readonly min?: number; readonly max?: number };
  return [min, max].flatMap((bound, end) =>
    bound === undefined ? [] : [`${key} ${end === 0 ? '≥' : '≤'} ${bound}`],
  );
}

function oneOf(values: readonly string[]): string {
  return values.length === 1 ? String(values[0]) : `{${values.join(',')}}`;
}
