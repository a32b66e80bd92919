// `bench ab BASE [HEAD]`: two commits measured in turns on this machine until each id has its verdict.
import type { Session } from '@kernel-ladder/schema';
import { blockFlags, chooseShared, openBenchSide, readBlockOptions, refuseOtherMachine } from '../ab/plan.ts';
import type { BlockOptions } from '../ab/plan.ts';
import { measureBlocks } from '../ab/measure-blocks.ts';
import type { AbComparison } from '../ab/measure-blocks.ts';
import { openWorkspace, ownWorkspace } from '../ab/workspace.ts';
import type { Workspace } from '../ab/workspace.ts';
import { withWorktrees } from '../ab/worktrees.ts';
import type { Worktrees } from '../ab/worktrees.ts';
import type { Command } from '../cli.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import type { ExitCode } from '../failure.ts';
import { readFailOn, textsOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import { reportComparison } from '../github.ts';
import type { Io } from '../io.ts';
import { withFiniteMean } from '../judge/compare.ts';
import { comparisonMarkdown, comparisonText } from '../judge/verdict-text.ts';
import type { BenchSide } from '../launches/bench-side.ts';
import { refuseMissingGithub } from '../run/flags.ts';
import { judgeSession } from '../session.ts';

/** Alternates two commits or workspaces. */
export const ab: Command = {
  usage: 'bench ab BASE [HEAD] [--select GLOB…]',
  summary:
    'measures two commits or unpacked bundles in turns (A B B A) until each id has its verdict; HEAD: this tree',
  flags: {
    select: {
      value: 'GLOB',
      multiple: true,
      help: 'only ids that match; else the headline case of each variant',
    },
    ...blockFlags,
    json: { help: 'verdicts, blocks and lists of ids on stdout' },
    markdown: { help: 'the same as Markdown on stdout' },
    'fail-on': { value: 'slower', help: 'exit 1 when an id is REGRESSED' },
    github: { help: 'write the job summary, annotations and outputs of GitHub Actions' },
  },
  execute: async (given, io) => {
    const failOn = readFailOn(given);
    refuseMissingGithub(given, io);
    const options = readBlockOptions(given);
    const [base, head, ...rest] = given.positionals;
    if (base === undefined || rest.length > 0)
      throw new CommandFailure('ab takes one or two commits: bench ab main, or bench ab main HEAD');
    const measured = await withWorktrees(io.root, (worktrees) =>
      measure(given, io, { names: { base, head }, options, worktrees }),
    );
    print(given, io, measured);
    if (given.flags['github'] === true) await reportComparison(measured.comparison, failOn);
    return exitCodeOf(io, measured.comparison, failOn);
  },
};

interface Asked {
  readonly names: { readonly base: string; readonly head: string | undefined };
  readonly options: BlockOptions;
  readonly worktrees: Worktrees;
}

interface Measured {
  readonly base: NamedSide;
  readonly head: NamedSide;
  readonly comparison: AbComparison;
  readonly session: Session;
  readonly minimumEffect: number;
}

interface NamedSide extends Workspace {
  readonly side: BenchSide;
}

async function measure(given: Given, io: Io, { names, options, worktrees }: Asked): Promise<Measured> {
  const open = async (text: string | undefined): Promise<NamedSide> => {
    const workspace = text === undefined ? ownWorkspace(io) : await openWorkspace(io, worktrees, text);
    return { ...workspace, side: await openBenchSide(io, workspace, options) };
  };
  const base = await open(names.base);
  const head = await open(names.head);
  refuseOtherMachine(base.side, head.side, options);
  const { ids, onlyHead } = chooseShared(base.side, head.side, textsOf(given, 'select'));
  if (ids.length === 0) throw new CommandFailure('nothing that is selected runs on both sides');
  io.err(`${describe(base)} → ${describe(head)}, ${ids.length} ids on ${head.side.machine.adapter.name}\n`);
  const { timeoutMs, minimumEffect, maxBlocks } = options;
  const plan = { base: base.side, head: head.side, ids, timeoutMs, minimumEffect, maxBlocks };
  const comparison = { ...(await measureBlocks(io, plan)), added: onlyHead };
  return { base, head, comparison, session: await judgeSession(io, head.side), minimumEffect };
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
      minimumEffect,
      session,
      ...withFiniteMean(comparison),
    };
    io.out(`${JSON.stringify(said, null, 2)}\n`);
  }
  if (given.flags['markdown'] === true)
    io.out(`### ${describe(base)} → ${describe(head)}\n\n${comparisonMarkdown(comparison)}`);
  if (!isMachine) io.err(`\n${comparisonText(comparison)}`);
  // Within a block a drift meets both sides alike, so that it costs no verdict.
  if (!session.stable) io.err(`session not stable: ${session.reasons.join(', ')}\n`);
}

function toJson({ name, side: { commit, machine } }: NamedSide) {
  return { name, sha: commit.sha, dirty: commit.dirty, machineKey: machine.key };
}

function exitCodeOf(
  io: Io,
  { compared, newlyFailing, stillFailing }: AbComparison,
  failOn: boolean,
): ExitCode {
  if (io.interrupt.aborted) return exitCodes.interrupted;
  const isSlower = failOn && compared.some(({ verdict }) => verdict === 'REGRESSED');
  return isSlower || newlyFailing.length + stillFailing.length > 0 ? exitCodes.failed : exitCodes.passed;
}
