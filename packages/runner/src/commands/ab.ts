// `bench ab BASE [HEAD]`: two commits measured in turns on this machine until each id has its verdict.
import { blockFlags, readBlockOptions } from '../ab/plan.ts';
import type { BlockOptions } from '../ab/plan.ts';
import type { UnmeasuredId } from '../ab/measure-blocks.ts';
import { describeSide, measureInTurns } from '../ab/turns.ts';
import type { Measured, NamedSide, Names } from '../ab/turns.ts';
import { findWorkspace } from '../ab/workspace.ts';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import type { ExitCode } from '../failure.ts';
import { readFailOn, textsOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import type { Io } from '../io.ts';
import { failsGuard } from '../judge/guard.ts';
import { withFiniteMean } from '@kernel-ladder/publish/compare';
import { comparisonMarkdown, comparisonText } from '../text/verdict-text.ts';
import { refuseMissingGithub } from '../run/flags.ts';
import { withLocks } from '../run/locks.ts';
import type { Hold } from '../run/locks.ts';
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
  const measured = await measureInTurns(io, { base, head }, options);
  if (!measured) throw new CommandFailure('nothing that is selected runs on both sides');
  print(given, io, measured);
  if (given.flags['github'] === true) {
    const { announceComparison } = await import('../text/github.ts');
    await announceComparison(measured.comparison, failOn);
  }
  return exitCodeOf(io, measured, failOn);
}

function refuseBothOutputs(given: Given): void {
  if (given.flags['json'] === true && given.flags['markdown'] === true)
    throw new CommandFailure('--json and --markdown exclude each other: both are for stdout');
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
      `### ${describeSide(base)} → ${describeSide(head)}\n\n${comparisonMarkdown(comparison)}${left && `\n${left}`}`,
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
