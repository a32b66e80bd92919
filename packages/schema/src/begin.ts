// A run before its first result, as a command or a page begins it.
import { ladderOf, uniteLadders } from './ladder.ts';
import type { FamilyListing, ListedId } from './protocol.ts';
import type { Commit, Machine, Run } from './types.generated.ts';

/** What is settled before the first id runs. */
export interface Beginning {
  readonly commit: Commit;
  /** The name of the suite, and how the command would be written. */
  readonly suite: string;
  readonly argv: readonly string[];
  readonly seed: number;
  readonly machine: Machine;
  readonly listings: readonly FamilyListing[];
  readonly ids: readonly Pick<ListedId, 'family'>[];
}

/** A run without results, with the ladders of the families that have something to do: what is read later is read without them. */
export function beginRun({ commit, suite, argv, seed, machine, listings, ids }: Beginning): Run {
  const startedAt = new Date().toISOString();
  const names = new Set(ids.map(({ family }) => family));
  const families = uniteLadders(listings.filter(({ name }) => names.has(name)).map(ladderOf));
  return {
    schemaVersion: 1,
    run: { id: crypto.randomUUID(), startedAt, commit, suite, argv, seed, interrupted: false },
    machine,
    families,
    sessions: [],
    results: [],
  };
}

/** The name of a run's file: when it began, and the commit. */
export function runFileName(startedAt: string, { sha }: Pick<Commit, 'sha'>): string {
  return `${startedAt.replaceAll(/[:.]/g, '-')}-${sha.slice(0, 8)}.json`;
}

/** The largest seed: 31 bits, so that the seeds of further checks, which follow it, stay within 32. */
export const largestSeed = 2 ** 31 - 1;

/** A seed that nobody can foretell. */
export function drawSeed(): number {
  const [bits = 0] = crypto.getRandomValues(new Uint32Array(1));
  return 1 + (bits % largestSeed);
}
