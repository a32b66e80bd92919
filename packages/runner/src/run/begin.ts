// The run file: begun anew, or taken up where an interruption left it.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beginRun as beginRunOf, parseRun, readJson, runFileName } from '@kernel-ladder/schema';
import type { Commit, Run } from '@kernel-ladder/schema';
import { closeSession, markUnstable } from '@kernel-ladder/stats';
import { CommandFailure } from '../failure.ts';
import { journalOf, readRun, runFileOf } from '../files/files.ts';
import { textOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import type { Io } from '../io.ts';
import { refuseTarget } from '../files/target.ts';
import { argvOf, refuseBegun } from './flags.ts';
import { readJournal } from './journal.ts';
import type { Journalled } from './journal.ts';
import type { Plan } from './plan.ts';
import { openSession } from './session.ts';

/** A run to go on with. */
export interface Resumed {
  readonly run: Run;
  /** Of a process that was killed. */
  readonly journal?: Journalled;
}

/**
 * The run that `--resume` names, from its journal where a killed process left one; null without that flag. Throws on flags
 * that the run was begun with.
 */
export function resumedRun(given: Given, io: Io): Resumed | null {
  const named = textOf(given, 'resume');
  if (named === undefined) return null;
  refuseBegun(given);
  if (textOf(given, 'out') !== undefined)
    throw new CommandFailure(
      '--resume goes on in the file of the run, with its journal and its kernels beside it: leave out --out',
    );
  const file = runFileOf(resolve(io.cwd, named));
  return takeUp(file);
}

/** Throws where a process that was killed left what it had measured: a new run would write over it. */
export function refuseUnfinished(file: string): void {
  const journal = journalOf(file);
  if (existsSync(journal))
    throw new CommandFailure(
      `${journal} has what a run had measured when its process was killed: finish it with \`bench --resume ${file}\`, or remove it`,
    );
}

// A process that was killed after it had written the file, and before it had removed the journal, had finished.
function takeUp(file: string): Resumed {
  const journal = readJournal(file);
  if (journal === null) return { run: readRun(file) };
  if (!existsSync(file)) return { run: journal.run, journal };
  const written = parseRun(file, readJson(file, readFileSync(file, 'utf8')));
  const isWhole =
    written.run.id === journal.run.run.id && written.results.length >= journal.run.results.length;
  return isWhole ? { run: written } : { run: journal.run, journal };
}

// The rulers of a machine tell nothing of how it was so long before.
const longestGapMs = 600_000;

/**
 * The run to go on with. The session of a stretch whose process was killed is closed by the first ruler of this call, if that
 * comes soon; its results follow.
 */
export function settleResumed({ run, journal }: Resumed, { machine, firstRuler }: Plan): Run {
  if (!journal) return run;
  const { own, endedMs } = journal;
  const before = run.sessions.slice(0, -1);
  if (own === 0) return { ...run, sessions: before };
  const open = run.sessions.at(-1) ?? openSession({ machine, firstRuler: null });
  const isSoon = Date.now() - endedMs <= longestGapMs;
  const session =
    isSoon && firstRuler && open.rulers.length > 0 ? closeSession(open.rulers, firstRuler) : open;
  const results = run.results.map((result, at) =>
    at < run.results.length - own ? result : markUnstable(result, session),
  );
  return { ...run, sessions: [...before, session], results };
}

/**
 * Where the run is written: `--out`, the resumed file, or a new one under results/. Throws where it could not be, or would
 * replace what is no run.
 */
export function targetFile(given: Given, io: Io, commit: Commit): string {
  const name = ['resume', 'out'].find((flag) => textOf(given, flag) !== undefined);
  const named = name === undefined ? undefined : textOf(given, name);
  const file = named === undefined ? freshFile(io, commit) : runFileOf(resolve(io.cwd, named));
  refuseRunTarget(file, named === undefined ? file : `--${name} ${named}`);
  return file;
}

/** Throws unless a run can be written there, in place of nothing or of another run; `said` is what the user gave. */
export function refuseRunTarget(file: string, said: string): void {
  refuseTarget({ file, said, kind: 'run file', parse: parseRun });
}

function freshFile(io: Io, commit: Commit): string {
  return join(io.root, 'results', runFileName(new Date().toISOString(), commit));
}

/** A run without results, of what the flags ask for. */
export function beginRun(given: Given, commit: Commit, { suite, job, ...plan }: Plan): Run {
  return beginRunOf({ ...plan, commit, suite: suite.name, argv: argvOf(given), seed: job.seed });
}

/** Throws when the run to resume belongs to other code: another commit, or a clean one that has been edited since. */
export function refuseOtherCommit(begun: Run, { sha, dirty }: Commit): void {
  const sameCommit = begun.run.commit.sha === sha;
  if (sameCommit && dirty && !begun.run.commit.dirty) {
    throw new CommandFailure(
      'the run to resume is of a clean commit, the workspace has changes: stash them or start a new run',
    );
  }
  if (sameCommit) return;
  const [was, is] = [begun.run.commit.sha.slice(0, 8), sha.slice(0, 8)];
  throw new CommandFailure(
    `the run to resume is of commit ${was}, the workspace is at ${is}: check out ${was} or start a new run`,
  );
}

/** Throws when the run to resume belongs to another machine, or to another card of it: a run has one. */
export function refuseOtherMachine(begun: Run, { machine }: Pick<Plan, 'machine'>): void {
  const [was, is] = [begun.machine, machine];
  if (was.key !== is.key)
    throw new CommandFailure(
      `the run to resume is of ${was.key}, this machine is ${is.key}: start a new run`,
    );
  if (was.card && is.card && was.card.id !== is.card.id)
    throw new CommandFailure(
      `the run to resume is of card ${was.card.id}, this one is ${is.card.id}: start a new run`,
    );
}
