// `bench ab BASE [HEAD]`: two commits measured in turns on this machine until each id has its verdict.
import type { Session } from '@kernel-ladder/schema';
import { blockFlags, chooseShared, openBenchSide, readBlockOptions, refuseOtherMachine } from '../ab/plan.ts';
import type { BlockOptions } from '../ab/plan.ts';
import { measureBlocks, setAsideUnmeasured } from '../ab/measure-blocks.ts';
import type { MeasuredComparison, UnmeasuredId } from '../ab/measure-blocks.ts';
import { findWorkspace, openWorkspace, ownWorkspace } from '../ab/workspace.ts';
import type { Workspace } from '../ab/workspace.ts';
import { withWorktrees } from '../ab/worktrees.ts';
import type { Worktrees } from '../ab/worktrees.ts';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import type { ExitCode } from '../failure.ts';
import { editsSince } from '../files/code.ts';
import { readFailOn, textsOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import { announceComparison } from '../text/github.ts';
import type { Io } from '../io.ts';
import { failsGuard } from '../judge/guard.ts';
import { withFiniteMean } from '@kernel-ladder/publish/compare';
import { comparisonMarkdown, comparisonText } from '../text/verdict-text.ts';
import type { BenchSide } from '../ab/bench-side.ts';
import { refuseMissingGithub } from '../run/flags.ts';
import { withLocks } from '../run/locks.ts';
import type { Hold } from '../run/locks.ts';
import { judgeSession } from '../run/session.ts';
import { familiesFor, refuseUnmatched, writtenCases } from '../run/suites.ts';
import { surveyFamilies } from '../process/survey.ts';

/** Alternates two commits or workspaces. */
export const ab: Command = {
  usage: 'bench ab BASE [HEAD] [--select GLOB…]',
  summary:
    'measures two commits or unpacked bundles in turns (A B B A) until each id has its verdict; HEAD: this tree',
  flags: {
    select: {
      value: 'GLOB',
      multiple: true,
      help: 'only ids that match, else the headline case of each variant; !GLOB leaves ids out',
    },
    ...blockFlags,
    json: { help: 'verdicts, blocks and lists of ids on stdout' },
    markdown: { help: 'the same as Markdown on stdout, instead of --json' },
    'fail-on': { value: 'slower', help: 'exit 1 when an id is REGRESSED, or none could be compared' },
    github: { help: 'write the job summary, annotations and outputs of GitHub Actions' },
  },
  execute: (given, io) =>
    withLocks(io, { wait: given.flags['wait'] === true }, (hold) => execute(given, io, hold)),
};

async function execute(given: Given, io: Io, hold: Hold): Promise<ExitCode> {
  const failOn = readFailOn(given);
  refuseMissingGithub(given, io);
  refuseBothOutputs(given);
  const globs = textsOf(given, 'select');
  const { wanted, ...rules } = readBlockOptions(given, hold);
  const options = { ...rules, wanted: { ...wanted, globs } };
  const [base, head, ...rest] = given.positionals;
  if (base === undefined || rest.length > 0)
    throw new CommandFailure('ab takes one or two commits: bench ab main, or bench ab main HEAD');
  await refuseUnknown(io, { base, head }, options);
  const measured = await withWorktrees(io.root, (worktrees) =>
    measure(io, { names: { base, head }, options, worktrees }),
  );
  print(given, io, measured);
  if (given.flags['github'] === true) await announceComparison(measured.comparison, failOn);
  return exitCodeOf(io, measured, failOn);
}

function refuseBothOutputs(given: Given): void {
  if (given.flags['json'] === true && given.flags['markdown'] === true)
    throw new CommandFailure('--json and --markdown exclude each other: both are for stdout');
}

interface Names {
  readonly base: string;
  readonly head: string | undefined;
}

// Before anything is checked out. The ids of another commit are not known by then: a typo is wrong in this tree as well.
async function refuseUnknown(io: Io, { base, head }: Names, { wanted }: BlockOptions): Promise<void> {
  findWorkspace(io, base);
  const found = head === undefined ? { folder: io.root } : findWorkspace(io, head);
  const { globs = [] } = wanted;
  if (globs.length === 0) return;
  const root = 'folder' in found ? found.folder : io.root;
  try {
    const { listings, faults } = await surveyFamilies(io, familiesFor(root, globs), wanted.gpu, {
      cases: writtenCases(globs),
    });
    const ids = listings.flatMap((listing) => listing.ids.map(({ id }) => id));
    // Nobody knows the ids of a family that does not start.
    if (faults.length === 0) refuseUnmatched(globs, ids);
  } catch (error) {
    if (!(error instanceof CommandFailure) || error.exitCode !== exitCodes.usage || 'folder' in found)
      throw error;
    throw new CommandFailure(`${error.message} An id that has gone since: check out ${head} first`);
  }
}

interface Asked {
  readonly names: Names;
  readonly options: BlockOptions;
  readonly worktrees: Worktrees;
}

interface Measured {
  readonly base: NamedSide;
  readonly head: NamedSide;
  readonly comparison: MeasuredComparison;
  readonly session: Session;
  readonly minimumEffect: number;
}

interface NamedSide extends Workspace {
  readonly side: BenchSide;
}

async function measure(io: Io, { names, options, worktrees }: Asked): Promise<Measured> {
  const open = async (text: string | undefined): Promise<NamedSide> => {
    const workspace = text === undefined ? ownWorkspace(io) : await openWorkspace(io, worktrees, text);
    return { ...workspace, side: await openBenchSide(io, workspace, options) };
  };
  const base = await open(names.base);
  const head = await open(names.head);
  refuseOtherMachine(base.side, head.side, options);
  const { ids, onlyHead } = chooseShared(base.side, head.side, options.wanted.globs ?? []);
  if (ids.length === 0) throw new CommandFailure('nothing that is selected runs on both sides');
  io.err(
    `${describe(base)} → ${describe(head)}, ${ids.length} ids on ${head.side.machine.adapter.name}, seed ${head.side.job.seed}\n`,
  );
  const { timeoutMs, minimumEffect, maxBlocks } = options;
  const plan = { base: base.side, head: head.side, ids, timeoutMs, minimumEffect, maxBlocks };
  const comparison = { ...setAsideUnmeasured(await measureBlocks(io, plan)), added: onlyHead };
  const session = await judgeSession(io, head.side);
  return { base: settle(io, base), head: settle(io, head), comparison, session, minimumEffect };
}

// A side that was touched between its launches is no commit, whatever it was at the start.
function settle(io: Io, named: NamedSide): NamedSide {
  const { name, side } = named;
  const edits = editsSince(side);
  if (edits === null) return named;
  io.err(`edited while it was measured: ${edits}; the ${name} is no commit\n`);
  return { ...named, side: { ...side, commit: { ...side.commit, dirty: true } } };
}

function describe({ name, side: { commit } }: NamedSide): string {
  const sha = commit.sha.slice(0, 8);
  return `${name === sha ? sha : `${name} (${sha})`}${commit.dirty ? ', uncommitted' : ''}`;
}

function print(given: Given, io: Io, { base, head, comparison, session, minimumEffect }: Measured): void {
  const isMachine = given.flags['json'] === true || given.flags['markdown'] === true;
  if (given.flags['json'] === true) {
    const said = {
      base: toJson(base),
      head: toJson(head),
      seed: head.side.job.seed,
      minimumEffect,
      session,
      ...withFiniteMean(comparison),
    };
    io.out(`${JSON.stringify(said, null, 2)}\n`);
  }
  const left = unmeasuredText(comparison.unmeasured);
  if (given.flags['markdown'] === true)
    io.out(
      `### ${describe(base)} → ${describe(head)}\n\n${comparisonMarkdown(comparison)}${left && `\n${left}`}`,
    );
  if (!isMachine) io.err(`\n${comparisonText(comparison)}`);
  io.err(left);
  // Within a block a drift meets both sides alike, so that it costs no verdict.
  if (!session.stable) io.err(`session not stable: ${session.reasons.join(', ')}\n`);
}

// `348 ids were not measured: interrupted`, a line for each set of reasons; empty where all were measured.
function unmeasuredText(unmeasured: readonly UnmeasuredId[]): string {
  const lines = Map.groupBy(unmeasured, ({ reasons }) => reasons.join(', '));
  return [...lines]
    .map(([reasons, { length }]) => {
      const why = reasons === '' ? '' : `: ${reasons}`;
      return `${length} ${length === 1 ? 'id was' : 'ids were'} not measured${why}\n`;
    })
    .join('');
}

function toJson({ name, side: { commit, machine } }: NamedSide) {
  return { name, sha: commit.sha, dirty: commit.dirty, machineKey: machine.key };
}

function exitCodeOf(io: Io, { base, head, comparison }: Measured, failOn: boolean): ExitCode {
  if (io.interrupt.aborted) return exitCodes.interrupted;
  const { newlyFailing, stillFailing } = comparison;
  const isFailing = failOn && failsGuard(io, comparison);
  const faults = [...newlyFailing, ...stillFailing, ...base.side.faults, ...head.side.faults];
  return isFailing || faults.length > 0 ? exitCodes.failed : exitCodes.passed;
}
