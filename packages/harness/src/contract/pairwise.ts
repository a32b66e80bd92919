// Few cases that still meet every pair: a failure that needs two particular values together is found,
// without the cross product of all values.
import type { Params } from '@kernel-ladder/schema';
import { createRandom } from './random.ts';
import type { Random } from './random.ts';

/** Values of one parameter each. */
export type Axes<Case extends Params> = { readonly [Key in keyof Case]: readonly Case[Key][] };

/** A value of an axis, by its number among those of all axes. */
type Entry = number;

interface Search {
  /** Axis by axis. */
  readonly entries: readonly (readonly Entry[])[];
  /** Pairs not met yet, each as one number. */
  readonly missing: Set<number>;
  readonly random: Random;
}

/**
 * Cases in which every value of every axis meets every value of every other axis at least once.
 * Greedy (Cohen et al., AETG, 1997): a case starts from a missing pair and takes, axis by axis, the value that
 * meets most missing pairs; ties are drawn from the seed, so that a set is the same on every machine. Throws on an axis without values.
 */
export function pairwise<Case extends Params>(axes: Axes<Case>, seed: number): Case[] {
  const lists: readonly (readonly [string, readonly Params[string][]])[] = Object.entries(axes);
  const named = lists.map(([key, values]) => values.map((value) => [key, value] as const));
  const empty = lists.find(([, values]) => values.length === 0);
  if (empty) throw new Error(`axis "${empty[0]}" has no values`);
  const all = named.flat();
  const caseOf = (draft: readonly Entry[]) =>
    Object.fromEntries(draft.flatMap((entry) => (all[entry] ? [all[entry]] : []))) as Case;
  const entries = numbered(named);
  const [only, ...others] = entries;
  if (others.length === 0) return (only ?? []).map((entry) => caseOf([entry]));
  return draftAll({ entries, missing: new Set(allPairs(entries)), random: createRandom(seed) }).map(caseOf);
}

function numbered(axes: readonly (readonly unknown[])[]): readonly (readonly Entry[])[] {
  let next = 0;
  return axes.map((values) => values.map(() => next++));
}

function draftAll(search: Search): readonly (readonly Entry[])[] {
  const { missing } = search;
  const drafts: (readonly Entry[])[] = [];
  for (let [pair] = missing; pair !== undefined; [pair] = missing) {
    const draft = complete(search, bothOf(pair));
    for (const met of pairsIn(draft)) missing.delete(met);
    drafts.push(draft);
  }
  return drafts;
}

// Axis by axis what is there, or what meets most of the others, those that are yet to be chosen left out.
function complete({ entries, missing, random }: Search, start: readonly Entry[]): readonly Entry[] {
  const draft = [...start];
  const chosen = entries.map((own) => {
    const there = own.find((entry) => start.includes(entry));
    if (there !== undefined) return there;
    const gains = own.map((entry) => draft.filter((other) => missing.has(pairOf(entry, other))).length);
    const most = Math.max(...gains);
    const best = own.filter((_, index) => gains[index] === most);
    const entry = best[random.integer(0, best.length - 1)] ?? 0;
    draft.push(entry);
    return entry;
  });
  return chosen;
}

function allPairs(entries: readonly (readonly Entry[])[]): readonly number[] {
  return entries.flatMap((own, axis) =>
    entries
      .slice(axis + 1)
      .flatMap((others) => own.flatMap((one) => others.map((other) => pairOf(one, other)))),
  );
}

function pairsIn(draft: readonly Entry[]): readonly number[] {
  return draft.flatMap((one, axis) => draft.slice(axis + 1).map((other) => pairOf(one, other)));
}

// More entries than any axes have.
const mostEntries = 2 ** 20;

function pairOf(one: Entry, other: Entry): number {
  return Math.min(one, other) * mostEntries + Math.max(one, other);
}

function bothOf(pair: number): readonly [Entry, Entry] {
  return [Math.floor(pair / mostEntries), pair % mostEntries];
}
