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

/** Throws when a run to resume belongs to another machine or commit. */
export function refuseOtherMachine(begun: Run, plan: Plan, io: Io): void {
  if (begun.machine.key !== plan.machine.key) {
    throw new CommandFailure(
      `the run to resume is of ${begun.machine.key}, this machine is ${plan.machine.key}: start a new run`,
    );
  }
  const { sha } = readCommit(io.root);
  if (begun.run.commit.sha !== sha) {
    const [was, is] = [begun.run.commit.sha.slice(0, 8), sha.slice(0, 8)];
    throw new CommandFailure(
      `the run to resume is of commit ${was}, the workspace is at ${is}: check out ${was} or start a new run`,
    );
  }
}
