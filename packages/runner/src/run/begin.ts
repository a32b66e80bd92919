// The run file: begun anew, or taken up where an interruption left it.
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Run } from '@kernel-ladder/schema';
import { CommandFailure } from '../failure.ts';
import { readRun } from '../files.ts';
import { textOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import { readCommit } from '../git.ts';
import type { Io } from '../io.ts';
import { argvOf } from './flags.ts';
import type { Plan } from './plan.ts';

/** The run that `--resume` names; null without that flag. */
export function resumedRun(given: Given, io: Io): Run | null {
  const file = textOf(given, 'resume');
  return file === undefined ? null : readRun(resolve(io.cwd, file));
}

/** Where the run is written: `--out`, the resumed file, or a new one under results/. */
export function targetFile(given: Given, io: Io): string {
  const named = textOf(given, 'out') ?? textOf(given, 'resume');
  if (named !== undefined) return resolve(io.cwd, named);
  const { sha } = readCommit(io.root);
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  return join(io.root, 'results', `${stamp}-${sha.slice(0, 8)}.json`);
}

/** A run without results. */
export function beginRun(given: Given, io: Io, plan: Plan): Run {
  const startedAt = new Date().toISOString();
  const commit = readCommit(io.root);
  const info = { id: randomUUID(), startedAt, commit, suite: plan.suite.name, argv: argvOf(given) };
  return {
    schemaVersion: 1,
    run: { ...info, seed: plan.job.seed, interrupted: false },
    machine: plan.machine,
    sessions: [],
    results: [],
  };
}

/** Throws when the run to resume belongs to other code: another commit, or a clean one that has been edited since. */
export function refuseOtherCommit(begun: Run, io: Io): void {
  const { sha, dirty } = readCommit(io.root);
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

/** Throws when the run to resume belongs to another machine. */
export function refuseOtherMachine(begun: Run, plan: Plan): void {
  if (begun.machine.key === plan.machine.key) return;
  throw new CommandFailure(
    `the run to resume is of ${begun.machine.key}, this machine is ${plan.machine.key}: start a new run`,
  );
}
