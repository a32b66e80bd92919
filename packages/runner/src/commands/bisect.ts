// `bench bisect ID GOOD BAD`: the commit that changed an id, by measuring commits in turns with the good one.
import { advance, beginBisect, nextCommit, suspects } from '../ab/bisect.ts';
import type { BisectState, Trial } from '../ab/bisect.ts';
import { measureBlocks } from '../ab/measure-blocks.ts';
import { blockFlags, openBenchSide, readBlockOptions, refuseOtherMachine } from '../ab/plan.ts';
import type { BlockOptions } from '../ab/plan.ts';
import { openWorkspace } from '../ab/workspace.ts';
import { withWorktrees } from '../ab/worktrees.ts';
import type { Worktrees } from '../ab/worktrees.ts';
import type { ListedId } from '@kernel-ladder/schema';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import type { ExitCode } from '../failure.ts';
import type { Given } from '../flags.ts';
import { formatEffect } from '../text/format.ts';
import { describeCommit, firstParents, resolveCommit } from '../files/git.ts';
import type { Io } from '../io.ts';
import type { BenchSide, SideSpec } from '../ab/bench-side.ts';
import { withLocks } from '../run/locks.ts';
import type { Hold } from '../run/locks.ts';
import { familiesFor, unknownId, writtenCases } from '../run/suites.ts';
import { surveyFamilies } from '../process/survey.ts';

/** Bisects. */
export const bisect: Command = {
  usage: 'bench bisect ID GOOD BAD',
  summary: 'finds the commit that changed an id, measuring commits in turns with the good one',
  flags: { ...blockFlags, json: { help: '{id, seed, suspects, steps} on stdout' } },
  execute: (given, io) =>
    withLocks(io, { wait: given.flags['wait'] === true }, (hold) => execute(given, io, hold)),
};

async function execute(given: Given, io: Io, hold: Hold): Promise<ExitCode> {
  const options = readBlockOptions(given, hold);
  const asked = readQuestion(given, io);
  await refuseUnknown(io, asked, options);
  const answer = await withWorktrees(io.root, (worktrees) => search(io, { ...asked, worktrees, options }));
  return conclude(given, io, { id: asked.id, seed: options.wanted.seed, ...answer });
}

interface Question {
  readonly id: string;
  readonly good: string;
  /** After the good one, in order; the last is the bad one. */
  readonly commits: readonly string[];
}

function readQuestion(given: Given, io: Io): Question {
  const [id, from, to, ...rest] = given.positionals;
  if (id === undefined || from === undefined || to === undefined || rest.length > 0)
    throw new CommandFailure(
      'bisect takes an id and two commits: bench bisect reduce/subgroup/n=65536,f32 HEAD~20 HEAD',
    );
  const [good, bad] = [from, to].map((name) => {
    const sha = resolveCommit(io.root, name);
    if (sha === null) throw new CommandFailure(`${name} is no commit of ${io.root}`);
    return sha;
  });
  if (good === bad)
    throw new CommandFailure(`${from} and ${to} are the same commit: there is nothing between them`);
  const commits = firstParents(io.root, good ?? '', bad ?? '');
  if (commits.length === 0)
    throw new CommandFailure(`${from} is no first-parent ancestor of ${to}: give the older commit first`);
  return { id, good: good ?? '', commits };
}

// Before anything is checked out: a typo is wrong in this tree as well.
async function refuseUnknown(io: Io, { id, commits }: Question, { wanted }: BlockOptions): Promise<void> {
  const { listings } = await surveyFamilies(io, familiesFor(io.root, [id]), wanted.gpu, {
    cases: writtenCases([id]),
  });
  const known = listings.flatMap(({ ids }) => ids);
  const listed = known.find((entry) => entry.id === id);
  if (listed?.status === 'skipped')
    throw new CommandFailure(`${id} does not run here: ${listed.reason ?? ''}`);
  if (listed) return;
  const { message } = unknownId(
    id,
    known.map((entry) => entry.id),
  );
  throw new CommandFailure(
    `${message} An id that has gone since: check out ${commits.at(-1)?.slice(0, 8)} first`,
  );
}

interface Search extends Question {
  readonly worktrees: Worktrees;
  readonly options: BlockOptions;
}

interface Step {
  readonly sha: string;
  readonly trial: Trial | null;
  readonly why: string;
}

interface Answer {
  readonly steps: readonly Step[];
  /** Null where the bad commit is not other than the good one, or nothing could be said of it. */
  readonly state: BisectState | null;
}

interface Concluded extends Answer {
  readonly id: string;
  readonly seed: number;
}

async function search(io: Io, query: Search): Promise<Answer> {
  const base = await openAt(io, query, query.good);
  const listed = findListed(base, query.id);
  const steps: Step[] = [];
  const tryCommit = async (sha: string): Promise<Trial | null> => {
    const step = await measureAt(io, query, { base, listed, sha });
    steps.push(step);
    io.err(`${describeCommit(io.root, sha)}: ${step.why}\n`);
    return step.trial;
  };
  const bad = await tryCommit(query.commits.at(-1) ?? '');
  if (!bad || bad.verdict === 'SAME' || bad.verdict === 'UNDECIDED') return { steps, state: null };
  let state = beginBisect(query.commits);
  for (let sha = nextCommit(state); sha !== null && !io.interrupt.aborted; sha = nextCommit(state)) {
    state = advance(state, sha, await tryCommit(sha), bad);
  }
  return { steps, state };
}

async function openAt(io: Io, { id, worktrees, options }: Search, sha: string): Promise<BenchSide> {
  // Only the id's family is asked: others may be broken at that commit.
  const wanted: SideSpec = { ...options.wanted, globs: [id] };
  return openBenchSide(io, await openWorkspace(io, worktrees, sha), { ...options, wanted });
}

function findListed(base: BenchSide, id: string): ListedId {
  const known = base.listings.flatMap((listing) => listing.ids);
  const listed = known.find((entry) => entry.id === id);
  if (listed) return listed;
  throw unknownId(
    id,
    known.map((entry) => entry.id),
  );
}

interface Against {
  readonly base: BenchSide;
  readonly listed: ListedId;
}

// A commit that does not install, or whose id fails or is not there, says nothing.
async function measureAt(
  io: Io,
  query: Search,
  { base, listed, sha }: Against & { readonly sha: string },
): Promise<Step> {
  try {
    const head = await openAt(io, query, sha);
    refuseOtherMachine(base, head, query.options);
    const trial = await measureId(io, query, { base, listed, head });
    query.worktrees.remove(head.root);
    return { sha, trial, why: `${trial.verdict} ${formatEffect(trial.effect)}` };
  } catch (error) {
    if (io.interrupt.aborted || !(error instanceof CommandFailure) || error.exitCode === exitCodes.noAdapter)
      throw error;
    return { sha, trial: null, why: `left out: ${error.message}` };
  }
}

async function measureId(
  io: Io,
  { id, options: { timeoutMs, minimumEffect, maxBlocks } }: Search,
  { base, listed, head }: Against & { readonly head: BenchSide },
): Promise<Trial> {
  const plan = { base, head, ids: [listed], timeoutMs, minimumEffect, maxBlocks };
  const { compared, newlyFailing, stillFailing, fixed } = await measureBlocks(io, plan);
  const [row] = compared;
  if (row) return row;
  const [fault] = [...newlyFailing, ...stillFailing];
  throw new CommandFailure(
    fault ? `${fault.reason.code}: ${fault.reason.message}` : `the good commit fails ${fixed[0] ?? id}`,
    exitCodes.failed,
  );
}

function conclude(given: Given, io: Io, { id, seed, steps, state }: Concluded): ExitCode {
  const found = state ? suspects(state) : [];
  if (given.flags['json'] === true) {
    const shown = steps.map(({ sha, trial }) => ({
      sha,
      verdict: trial?.verdict ?? null,
      effect: trial?.effect ?? null,
    }));
    io.out(`${JSON.stringify({ id, seed, suspects: found, steps: shown }, null, 2)}\n`);
  }
  if (io.interrupt.aborted) return exitCodes.interrupted;
  io.err(`${conclusion(io, id, found, steps)}seed ${seed}\n`);
  return found.length === 0 ? exitCodes.failed : exitCodes.passed;
}

function conclusion(io: Io, id: string, found: readonly string[], steps: readonly Step[]): string {
  const names = found.map((sha) => describeCommit(io.root, sha));
  if (names.length === 1) return `\n${names[0]} changed ${id}\n`;
  if (names.length > 1)
    return `\none of these changed ${id}; those between could not be judged:\n${names.map((name) => `  ${name}\n`).join('')}`;
  return `\nthe bad commit is not shown to differ from the good one: ${steps[0]?.why ?? ''}\n`;
}
