// `bench confirm BASE RUN`: what of a run differs from its history is measured again, in turns with BASE, before anything is called slower.
import { resolve } from 'node:path';
import { conclusionOf, failOnWords } from '@kernel-ladder/publish/compare';
import type { FailOn } from '@kernel-ladder/publish/compare';
import { parseConfirmed } from '@kernel-ladder/schema';
import type { Confirmed, Run } from '@kernel-ladder/schema';
import { blockFlags, readBlockOptions } from '../ab/plan.ts';
import type { BlockOptions } from '../ab/plan.ts';
import { measureWorkspaces } from '../ab/turns.ts';
import { openWorkspace, ownWorkspace } from '../ab/workspace.ts';
import type { Workspace } from '../ab/workspace.ts';
import { withWorktrees } from '../ab/worktrees.ts';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes, unknown } from '../failure.ts';
import type { ExitCode } from '../failure.ts';
import { readRun, writeWhole } from '../files/files.ts';
import { readCommit, resolveCommit } from '../files/git.ts';
import { integerOf, textOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import type { Io } from '../io.ts';
import { confirmedOf, idsToConfirm } from '../judge/confirm.ts';
import { offeredBy } from '../judge/offered.ts';
import { againstRecorded, ownHistory } from '../judge/recorded.ts';
import { refuseMissingGithub } from '../run/flags.ts';
import { withLocks } from '../run/locks.ts';
import type { Hold } from '../run/locks.ts';
import { confirmedText } from '../text/confirmed-text.ts';

/** Confirms what a run suggests. */
export const confirm: Command = {
  usage: 'bench confirm BASE RUN [--out FILE]',
  summary: 'holds a run of this commit against its history, and measures what differs in turns with BASE',
  flags: {
    ...blockFlags,
    out: { value: 'FILE', help: 'write what was found as JSON' },
    history: { value: 'DIR', help: 'the history’s folder (default dashboard/history)' },
    most: { value: 'N', help: 'ids to measure in turns at most (default 60)' },
    'fail-on': {
      value: 'WORD',
      help: 'exit 1 on what is confirmed (default), also on a suspect that is not, or never',
    },
    github: { help: 'write the job summary, annotations and outputs of GitHub Actions' },
  },
  execute: (given, io) =>
    withLocks(io, { wait: given.flags['wait'] === true }, (hold) => execute(given, io, hold)),
};

async function execute(given: Given, io: Io, hold: Hold): Promise<ExitCode> {
  const failOn = readWord(given);
  refuseMissingGithub(given, io);
  const options = readBlockOptions(given, hold);
  const most = integerOf(given, 'most', { least: 0 }) ?? 60;
  const { base, run } = readSides(given, io);
  const history = resolve(io.cwd, textOf(given, 'history') ?? ownHistory(io));
  const confirmed = await withWorktrees(io.root, async (worktrees) => {
    const workspace = await openWorkspace(io, worktrees, base);
    return holdAgainst(io, { base, workspace, run, history, options, most });
  });
  const file = textOf(given, 'out');
  if (file !== undefined) write(resolve(io.cwd, file), confirmed);
  io.err(confirmedText(confirmed));
  const conclusion = conclusionOf(confirmed, failOn);
  if (given.flags['github'] === true) {
    const { announceConfirmed } = await import('../text/github.ts');
    await announceConfirmed(confirmed, conclusion);
  }
  if (io.interrupt.aborted) return exitCodes.interrupted;
  return conclusion.conclusion === 'failure' ? exitCodes.failed : exitCodes.passed;
}

function readWord(given: Given): FailOn {
  const text = textOf(given, 'fail-on') ?? 'confirmed';
  const word = failOnWords.find((each) => each === text);
  if (word === undefined) throw unknown('--fail-on', text, failOnWords);
  return word;
}

function readSides(given: Given, io: Io): { readonly base: string; readonly run: Run } {
  const [name, file, ...rest] = given.positionals;
  if (name === undefined || file === undefined || rest.length > 0)
    throw new CommandFailure('confirm takes a commit and a run: bench confirm main results/run.json');
  const base = resolveCommit(io.root, name);
  if (base === null) throw new CommandFailure(`${name} is no commit of ${io.root}: fetch it first`);
  const run = readRun(resolve(io.cwd, file));
  const own = readCommit(io.root);
  if (own.sha !== run.run.commit.sha)
    throw new CommandFailure(
      `${file} is a run of ${run.run.commit.sha.slice(0, 8)}, and this tree is ${own.sha.slice(0, 8)}: check that commit out first`,
    );
  return { base, run };
}

interface Holding {
  readonly base: string;
  /** Where the base is checked out. */
  readonly workspace: Workspace;
  readonly run: Run;
  readonly history: string;
  readonly options: BlockOptions;
  readonly most: number;
}

async function holdAgainst(io: Io, holding: Holding): Promise<Confirmed> {
  const { base, workspace, run, history, options, most } = holding;
  const { allowIncomparable, minimumEffect, wanted } = options;
  const offered = await offeredBy(io, workspace.root, run, wanted.gpu);
  const recorded = againstRecorded(io, run, { base, workspace: workspace.root, history, allowIncomparable });
  const asked = idsToConfirm(run, recorded, minimumEffect);
  const turns = await takeTurns(io, holding, asked.slice(0, most));
  return confirmedOf(run, recorded, { base, offered, asked, turns });
}

async function takeTurns(io: Io, { workspace, run, options }: Holding, ids: readonly string[]) {
  if (ids.length === 0) return null;
  const { wanted, ...rules } = options;
  const sides = { base: workspace, head: ownWorkspace(io) };
  const turns = await measureWorkspaces(io, sides, { ...rules, wanted: { ...wanted, globs: ids } });
  refuseOtherMachine(run, turns?.head.side.machine ?? run.machine);
  return turns;
}

// Runners of one label need not be alike.
function refuseOtherMachine({ machine }: Run, { key }: Run['machine']): void {
  if (machine.key === key) return;
  throw new CommandFailure(
    `it is a run of ${machine.key}, and this machine is ${key}: confirm it where it was measured`,
  );
}

function write(file: string, confirmed: Confirmed): void {
  writeWhole(file, `${JSON.stringify(parseConfirmed(file, confirmed), null, 2)}\n`);
}
