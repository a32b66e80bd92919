// What trials of mutants say: scores of rungs, and which cases tell most mutants apart.
import { isListedAs } from '@kernel-ladder/schema';
import type { EquivalentMutant, Mutant, RungScore } from '@kernel-ladder/schema';
import type { RungTrials } from '../process/mutants.ts';

/** The score of one rung; a survivor that is listed as equivalent counts neither way. */
export function scoreRung(trials: RungTrials, equivalents: readonly EquivalentMutant[]): RungScore {
  const { family, rung, mutants, stillborn, cases, killings, seconds } = trials;
  const alive = mutants.filter((_, index) => !killings.has(index));
  const isListed = equivalents.map((listed) => isListedAs(listed));
  const survivors = alive.filter((mutant) => !isListed.some((is) => is(mutant)));
  return {
    family,
    rung,
    mutants: mutants.length,
    stillborn,
    killed: killings.size,
    equivalent: alive.length - survivors.length,
    cases: cases.filter((each) => each.rung === rung).length,
    seconds: Math.round(10 * seconds) / 10,
    survivors,
    killings: mutants.flatMap((mutant, index) => {
      const [first, ...others] = killings.get(index) ?? [];
      return first ? [{ mutant, by: [first, ...others] }] : [];
    }),
  };
}

/** Mutants that are listed as equivalent and were killed all the same. */
export function disproved(
  { killings }: RungScore,
  equivalents: readonly EquivalentMutant[],
): readonly Mutant[] {
  const isListed = equivalents.map((listed) => isListedAs(listed));
  return killings.flatMap(({ mutant }) => (isListed.some((is) => is(mutant)) ? [mutant] : []));
}

/** By edge-case set, the cases that together kill what the set kills, each adding most to those before it. */
export function chooseCases(rungs: readonly RungScore[]): { readonly [set: string]: readonly string[] } {
  const all = rungs.flatMap(({ killings }) => killings.flatMap(({ by }) => by.map(({ set }) => set)));
  const sets = [...new Set(all)].filter((set) => !set.startsWith('tiny')).toSorted();
  return Object.fromEntries(sets.map((set) => [set, cover(killsIn(rungs, set))]));
}

// By case, the mutants that it kills.
function killsIn(rungs: readonly RungScore[], set: string): ReadonlyMap<string, ReadonlySet<string>> {
  const kills = new Map<string, Set<string>>();
  for (const { rung, killings } of rungs)
    for (const [index, { by }] of killings.entries())
      for (const killing of by) {
        if (killing.set !== set || killing.how === 'timeout') continue;
        const known = kills.get(killing.case) ?? new Set();
        kills.set(killing.case, known.add(`${rung} ${index}`));
      }
  return kills;
}

function cover(kills: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const covered = new Set<string>();
  const chosen: string[] = [];
  for (;;) {
    const gains = [...kills].map(([name, mutants]) => ({
      name,
      gain: [...mutants].filter((mutant) => !covered.has(mutant)).length,
    }));
    const best = gains.reduce((a, b) => (b.gain > a.gain ? b : a), { name: '', gain: 0 });
    if (best.gain === 0) return chosen;
    chosen.push(best.name);
    for (const mutant of kills.get(best.name) ?? []) covered.add(mutant);
  }
}
