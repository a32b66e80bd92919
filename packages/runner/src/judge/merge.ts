// Shards of one run become that run again: what is united, and what contradicts.
import { createHash } from 'node:crypto';
import { uniqueRuns, uniteLadders } from '@kernel-ladder/schema';
import type { Result, Run } from '@kernel-ladder/schema';
import { CommandFailure } from '../failure.ts';
import { refuseOtherContents } from '../files/copies.ts';
import type { FiledRun } from '../files/copies.ts';
import { parseShard } from '../run/suites.ts';

/**
 * Unites shards of one commit and machine, sessions side by side; copies of one shard are one. The id of the result follows from theirs, so that the
 * same shards always become the same run. Throws a usage failure that names both files where two of them contradict.
 */
export function mergeRuns(given: readonly FiledRun[]): Run {
  const shards = withoutCopies(given);
  const [first, second] = shards;
  if (!first) throw new CommandFailure('there is nothing to merge');
  if (!second)
    throw new CommandFailure(
      `${given.map(({ file }) => file).join(' and ')} are copies of one run: there is nothing to merge`,
    );
  for (const other of shards.slice(1)) refuseOther(first, other);
  refuseTwins(shards);
  const runs = shards.map(({ run }) => run);
  const infos = runs.map(({ run }) => run);
  const suites = [...new Set(infos.map(({ suite }) => suite))];
  return {
    ...first.run,
    run: {
      ...first.run.run,
      id: mergedId(infos.map(({ id }) => id)),
      ...beginOf(infos),
      suite: suites.join('+'),
      argv: [...new Set(infos.flatMap(({ argv }) => argv.filter((word) => !/^--(shard|seed)=/.test(word))))],
      interrupted: infos.some(({ interrupted }) => interrupted),
    },
    machine: machineOf(runs, first.run),
    ...laddersOf(runs),
    sessions: runs.flatMap(({ sessions }) => sessions),
    results: inOrder(runs),
  };
}

// Each shard may have drawn a seed of its own: which one a result is from stands in its check.
function beginOf(infos: readonly Run['run'][]): Pick<Run['run'], 'startedAt' | 'seed'> {
  const { startedAt, seed } = infos.reduce((first, other) => (rank(other) < rank(first) ? other : first));
  return { startedAt, seed };
}

function rank({ startedAt, id }: Run['run']): string {
  return `${startedAt} ${id}`;
}

function withoutCopies(shards: readonly FiledRun[]): readonly FiledRun[] {
  refuseOtherContents(shards);
  const kept = new Set(uniqueRuns(shards.map(({ run }) => run)));
  return shards.filter(({ run }) => kept.has(run));
}

// The results of shards that ran on several cards are those of no one card.
function machineOf(runs: readonly Run[], { machine }: Run): Run['machine'] {
  const { card, ...others } = machine;
  return card && runs.every((run) => run.machine.card?.id === card.id) ? machine : others;
}

// Shards of one commit say the same of a family; runs without ladders become one without.
function laddersOf(runs: readonly Run[]): Pick<Run, 'families'> {
  const families = uniteLadders(runs.flatMap((run) => run.families ?? []));
  return families.length > 0 ? { families } : {};
}

const shared: readonly { readonly what: string; readonly of: (run: Run) => string }[] = [
  { what: 'commit', of: ({ run }) => run.commit.sha.slice(0, 12) },
  { what: 'machine', of: ({ machine }) => machine.key },
  { what: 'tree', of: ({ run }) => (run.commit.dirty ? 'uncommitted changes' : 'a clean commit') },
  { what: 'effort', of: effortOf },
];

function effortOf({ run }: Run): string {
  return run.argv.find((word) => word.startsWith('--effort=')) ?? `that of suite ${run.suite}`;
}

function refuseOther(first: FiledRun, other: FiledRun): void {
  for (const { what, of } of shared) {
    const [one, two] = [of(first.run), of(other.run)];
    if (one !== two)
      throw new CommandFailure(
        `${first.file} and ${other.file} are no shards of one run: their ${what} is ${one} and ${two}`,
      );
  }
}

function refuseTwins(shards: readonly FiledRun[]): void {
  const seen = new Map<string, string>();
  for (const { file, run } of shards) {
    for (const { id } of run.results) {
      const before = seen.get(id);
      if (before !== undefined)
        throw new CommandFailure(`${id} is in ${before} and in ${file}: two launches of it are two runs`);
      seen.set(id, file);
    }
  }
}

function mergedId(ids: readonly string[]): string {
  return createHash('sha256').update(ids.toSorted().join('\n')).digest('hex').slice(0, 32);
}

// `--shard I/N` deals ids out like cards: taken up again in turn, the rungs of a ladder stand under each other. Families
// stay together, also where shards are something else.
function inOrder(runs: readonly Run[]): readonly Result[] {
  const dealt = runs.flatMap((run) => {
    const word = run.run.argv.find((text) => text.startsWith('--shard='));
    const { index, count } = word ? parseShard(word.slice('--shard='.length)) : { index: 1, count: 1 };
    return run.results.map((result, at) => ({ result, place: at * count + index }));
  });
  const inTurn = dealt.toSorted((a, b) => a.place - b.place).map(({ result }) => result);
  return [...Map.groupBy(inTurn, ({ family }) => family).values()].flat();
}
