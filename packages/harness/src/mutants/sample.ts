// Which mutants of a rung are tried: some of each kind, the same for the same seed.
import type { Mutant } from '@kernel-ladder/schema';
import { createRandom, seedOf } from '../contract/random.ts';
import type { Random } from '../contract/random.ts';
import { inTurns } from './cases.ts';

/** All mutants in an order of which any beginning holds every operator about equally often. */
export function stratified<M extends Mutant>(mutants: readonly M[], seed: number): readonly M[] {
  const random = createRandom(seedOf('mutants', seed));
  const groups = [...Map.groupBy(mutants, ({ operator }) => operator).values()].map((group) =>
    shuffled(group, random),
  );
  return inTurns(groups);
}

function shuffled<T>(items: readonly T[], random: Random): readonly T[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
