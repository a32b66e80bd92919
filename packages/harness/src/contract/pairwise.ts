// Few cases that still meet every pair: a failure that needs two particular values together is found,
// without the cross product of all values.
import type { Params } from '@kernel-ladder/schema';
import { createRandom } from './random.ts';
import type { Random } from './random.ts';

/** Values of one parameter each. */
export type Axes<Case extends Params> = { readonly [Key in keyof Case]: readonly Case[Key][] };

type Value = Params[string];
type Draft = { [key: string]: Value };

interface Search {
  readonly axes: { readonly [key: string]: readonly Value[] };
  readonly keys: readonly string[];
  /** Pairs not met yet, each as the JSON of its two entries. */
  readonly missing: Set<string>;
  readonly random: Random;
}

/**
 * Cases in which every value of every axis meets every value of every other axis at least once.
 * Greedy (Cohen et al., AETG, 1997): a case starts from a missing pair and takes, axis by axis, the value that
 * meets most missing pairs; ties are drawn from the seed, so that a set is the same on every machine.
 */
export function pairwise<Case extends Params>(axes: Axes<Case>, seed: number): Case[] {
  const search: Search = { axes, keys: Object.keys(axes), missing: new Set(), random: createRandom(seed) };
  const [only = '', ...others] = search.keys;
  if (others.length === 0) return (search.axes[only] ?? []).map((value) => ({ [only]: value }) as Case);
  for (const pair of allPairs(search)) search.missing.add(pair);
  const cases: Case[] = [];
  for (let [pair] = search.missing; pair !== undefined; [pair] = search.missing) {
    const draft = complete(search, Object.fromEntries(JSON.parse(pair)));
    for (const met of pairsOf(draft, search.keys)) search.missing.delete(met);
    cases.push(draft as Case);
  }
  return cases;
}

function complete(search: Search, start: Draft): Draft {
  const draft = { ...start };
  for (const key of search.keys) draft[key] ??= bestValue(search, draft, key);
  return draft;
}

function bestValue(search: Search, draft: Draft, key: string): Value {
  const values = search.axes[key] ?? [];
  const gains = values.map((value) => {
    const others = Object.keys(draft);
    return others.filter((other) =>
      search.missing.has(pairKey(search.keys, { [key]: value, [other]: draft[other] })),
    ).length;
  });
  const best = values.filter((_, index) => gains[index] === Math.max(...gains));
  const value = best[search.random.integer(0, best.length - 1)];
  if (value === undefined) throw new Error(`axis "${key}" has no values`);
  return value;
}

function allPairs(search: Search): string[] {
  const { keys, axes } = search;
  return keys.flatMap((a, index) =>
    keys
      .slice(index + 1)
      .flatMap((b) =>
        (axes[a] ?? []).flatMap((left) =>
          (axes[b] ?? []).map((right) => pairKey(keys, { [a]: left, [b]: right })),
        ),
      ),
  );
}

function pairsOf(draft: Draft, keys: readonly string[]): string[] {
  return keys.flatMap((a, index) =>
    keys.slice(index + 1).map((b) => pairKey(keys, { [a]: draft[a], [b]: draft[b] })),
  );
}

function pairKey(keys: readonly string[], pair: { readonly [key: string]: Value | undefined }): string {
  return JSON.stringify(keys.filter((key) => key in pair).map((key) => [key, pair[key]]));
}
