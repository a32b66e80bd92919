// What is compared: a run file, or all runs of one commit in the history, on one machine.
import { existsSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { orderRuns, withKnownDrift } from '@kernel-ladder/publish';
import { listedOnly } from '@kernel-ladder/schema';
import type { ComparedSide } from '@kernel-ladder/publish/compare';
import type { Commit, Run } from '@kernel-ladder/schema';
import { historyFiles, machineFolderOf, readRuns } from '@kernel-ladder/schema/node';
import { CommandFailure } from '../failure.ts';
import { readRun } from '../files/files.ts';
import { ancestry, resolveCommit } from '../files/git.ts';
import type { Io } from '../io.ts';

/** One side with its name on the command line. */
export interface RunSide extends ComparedSide {
  readonly name: string;
  readonly commit: Commit;
}

/** What the words on the command line mean, and where to look. */
export interface SideRequest {
  readonly base: string;
  readonly head: string;
  readonly history: string;
  /** Part of a machine key; undefined where the two have one machine in common. */
  readonly machine: string | undefined;
}

/** Finds both sides, on one machine where they have one in common. Throws with what there is instead. */
export function findSides(io: Io, request: SideRequest): { readonly base: RunSide; readonly head: RunSide } {
  const wanted = ({ machine }: RunSide) => machine.key.includes(request.machine ?? '');
  const [bases, heads] = [request.base, request.head].map((text) => {
    const found = candidates(io, text, request.history);
    const own = found.filter(wanted);
    if (own.length > 0) return own;
    throw new CommandFailure(
      `${text} has no run on a machine "${request.machine}", only on ${keysOf(found).join(', ')}`,
    );
  });
  return pair(bases ?? [], heads ?? []);
}

function pair(
  bases: readonly RunSide[],
  heads: readonly RunSide[],
): { readonly base: RunSide; readonly head: RunSide } {
  const shared = keysOf(bases).filter((key) => keysOf(heads).includes(key));
  if (shared.length > 1) throw tooMany('both sides', shared);
  const of = (sides: readonly RunSide[]) => {
    const own = shared.length === 0 ? sides : sides.filter(({ machine }) => machine.key === shared[0]);
    const [only, ...rest] = own;
    if (!only || rest.length > 0) throw tooMany(own[0]?.name ?? '', keysOf(own));
    return only;
  };
  return { base: of(bases), head: of(heads) };
}

function tooMany(what: string, keys: readonly string[]): CommandFailure {
  return new CommandFailure(`${what} ran on several machines: choose with --machine ${keys.join(' or ')}`);
}

function keysOf(sides: readonly RunSide[]): readonly string[] {
  return sides.map(({ machine }) => machine.key);
}

// One a machine.
function candidates(io: Io, text: string, history: string): readonly RunSide[] {
  const file = resolve(io.cwd, text);
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) return sidesOf(text, [readRun(file)]);
  const [isLatest, days = '0'] = /^latest(?:-(\d{1,4})d)?$/.exec(text) ?? [];
  if (isLatest !== undefined) return latestSides(io, history, { name: text, days: Number(days) });
  const sha = /^[0-9a-f]{4,40}$/.test(text) ? text : resolveCommit(io.root, text);
  if (sha === null)
    throw new CommandFailure(
      `${text} is no run file, no commit, and neither "latest" nor "latest-7d": give one of these`,
    );
  const files = historyFiles(history).filter((name) => shaOf(name).startsWith(sha.slice(0, 8)));
  const runs = readable(io, files).filter(({ run }) => run.commit.sha.startsWith(sha));
  const shas = [...new Set(runs.map(({ run }) => run.commit.sha))];
  if (shas.length > 1)
    throw new CommandFailure(
      `${text} begins several commits: ${shas.map((each) => each.slice(0, 12)).join(', ')}`,
    );
  if (runs.length > 0) return sidesOf(sha.slice(0, 8), runs);
  throw new CommandFailure(
    `no run of commit ${text} in ${history}: measure it with \`bench run\`, or use \`bench ab\``,
  );
}

function readable(io: Io, files: readonly string[]): readonly Run[] {
  const { runs, faults } = readRuns(files);
  for (const fault of faults) io.err(`left out: ${fault}\n`);
  return runs;
}

// History files are <commit date>-<sha8>[-n].json.
function shaOf(file: string): string {
  return /^\d{4}-\d\d-\d\d-([0-9a-f]{8})/.exec(basename(file))?.[1] ?? '';
}

// A commit older by date than fifty runs of others is not the latest, whatever a rebase did to the order.
const newestFiles = 50;

interface Latest {
  readonly name: string;
  /** How much older the commit is at least than the newest of its machine. */
  readonly days: number;
}

function latestSides(io: Io, history: string, { name, days }: Latest): readonly RunSide[] {
  if (!existsSync(history)) throw new CommandFailure(`there is no history at ${history}: give --history DIR`);
  const places = ancestry(io.root);
  const machines = [...Map.groupBy(historyFiles(history), machineFolderOf).values()];
  const sides = machines.flatMap((files) => {
    const ordered = orderRuns(
      readable(io, olderFiles(files, days).slice(-newestFiles)).map((run) => ({
        run: listedOnly(run),
        local: false,
      })),
      places,
    ).map(({ run }) => run);
    const newest = ordered.at(-1)?.run.commit.sha;
    return sidesOf(
      name,
      ordered.filter(({ run }) => run.commit.sha === newest),
    );
  });
  if (sides.length === 0)
    throw new CommandFailure(
      days === 0
        ? `there is no run in ${history}: add one with \`bench record\``
        : `${name}: no run in ${history} is ${days} days older than the newest of its machine: give fewer days`,
    );
  return sides;
}

// By the days in their names, which are those of their commits.
function olderFiles(files: readonly string[], days: number): readonly string[] {
  const newest = Math.max(...files.map(dayOf).filter((day) => !Number.isNaN(day)));
  return days === 0 ? files : files.filter((file) => dayOf(file) <= newest - days * dayMs);
}

const dayMs = 24 * 3_600_000;
const dayOf = (file: string): number => Date.parse(basename(file).slice(0, 10));

function sidesOf(name: string, runs: readonly Run[]): readonly RunSide[] {
  return [...Map.groupBy(runs, ({ machine }) => machine.key).values()].flatMap((own) => {
    const [first] = own;
    return first
      ? [{ name, commit: first.run.commit, machine: first.machine, runs: own.map(withKnownDrift) }]
      : [];
  });
}
