// `bench run`: plan, isolate, aggregate, tell.
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { familyLadders } from '@kernel-ladder/schema';
import type { Commit, ListedId, Result, Run, SessionSpent, Suite } from '@kernel-ladder/schema';
import { markUnstable } from '@kernel-ladder/stats';
import type { Command } from '../command.ts';
import { coverageNotes } from '../text/coverage-notes.ts';
import { exitCodes } from '../failure.ts';
import type { ExitCode } from '../failure.ts';
import { togglesNote } from '../process/families.ts';
import { editsSince, readCode, uncommittedText } from '../files/code.ts';
import type { Code } from '../files/code.ts';
import { openKernelFile } from '../files/kernels.ts';
import { setTraceAside, traceNote, writeTrace } from '../files/trace.ts';
import { numberOf, parseFlags, textOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import { formatSeconds } from '../text/format.ts';
import type { Io } from '../io.ts';
import { gateRun, readRecent } from '../judge/gate-run.ts';
import { headlineRungs } from '../judge/headline-rungs.ts';
import { speedOfRun } from '../judge/suite-speed.ts';
import { gateText } from '../text/gate-text.ts';
import type { ResultExtras } from '../process/measure.ts';
import { cardText } from '../text/card-text.ts';
import { roofTexts } from '../text/metric-text.ts';
import { createProgress } from '../text/progress.ts';
import { createSessionTrace, deviceText, traced } from '../text/session-trace.ts';
import type { SessionTrace } from '../text/session-trace.ts';
import { speedText } from '../text/speed-text.ts';
import { counts, familyTable, problems } from '../text/tables.ts';
import {
  beginRun,
  refuseOtherCommit,
  refuseOtherMachine,
  refuseUnfinished,
  resumedRun,
  settleResumed,
  targetFile,
} from '../run/begin.ts';
import { runCourse } from '../run/course.ts';
import { refuseMissingGithub, runFlags } from '../run/flags.ts';
import { beginJournal } from '../run/journal.ts';
import type { Journal } from '../run/journal.ts';
import { knownCoverage } from '../run/known-coverage.ts';
import { holdFile, withLocks } from '../run/locks.ts';
import type { Hold } from '../run/locks.ts';
import { makePlan } from '../run/plan.ts';
import type { Plan, PlanTerms } from '../run/plan.ts';
import { chooseSeed } from '../run/seed.ts';
import { createTally, longestText, sharesText, tallied } from '../text/tally.ts';
import { whyTable } from '../text/why-text.ts';
import type { Tally } from '../text/tally.ts';
import { openSession } from '../run/session.ts';

/** The default command. */
export const run: Command = {
  usage: 'bench [run] [--suite NAME] [--select GLOB…] [GLOB…]',
  summary: 'runs a suite: verifies, times, writes one run file, prints a table per family',
  flags: runFlags,
  execute: (given, io) =>
    withLocks(io, { wait: given.flags['wait'] === true }, (hold) => execute(given, io, hold)),
};

// A longer timer would overflow and fire at once.
const longestTimeoutS = 2_000_000;

async function execute(given: Given, io: Io, hold: Hold): Promise<ExitCode> {
  const tally = createTally();
  refuseMissingGithub(given, io);
  const timeoutMs = 1000 * Math.min(numberOf(given, 'timeout', 1) ?? 120, longestTimeoutS);
  const code = readCode(io.root);
  const file = targetFile(given, io, code.commit);
  await holdFile(hold, file);
  const resumed = resumedRun(given, io);
  if (resumed) refuseOtherCommit(resumed.run, code.commit);
  else refuseUnfinished(file);
  // A resumed run goes on as it was begun.
  const wanted = resumed ? parseFlags(resumed.run.run.argv, runFlags) : given;
  const narrow = wanted.flags['why'] === true ? { narrow: headlinesOf(given, io) } : {};
  const seed = resumed?.run.run.seed ?? chooseSeed(wanted);
  const plan = await makePlan(wanted, io, { seed, hold, ...narrow });
  if (resumed) refuseOtherMachine(resumed.run, plan);
  const begun = resumed ? settleResumed(resumed, plan) : beginRun(wanted, code.commit, plan);
  if (given.flags['quiet'] !== true) io.err(uncommittedText(code) + headline(plan));
  const course = { plan, file, tally, trace: wantedTrace(given) };
  const finished = await measureAll(given, io, { ...course, code, begun, timeoutMs });
  return conclude(given, io, { ...course, run: finished });
}

function wantedTrace({ flags }: Given): SessionTrace | null {
  return flags['trace'] === true ? createSessionTrace() : null;
}

// To take every rung apart takes as long as to tune it: one of each family is what is asked for.
function headlinesOf(given: Given, io: Io): NonNullable<PlanTerms['narrow']> {
  return (ids, { listings, machine }) =>
    headlineRungs(ids, listings, readRecent(io, historyOf(given, io), machine.key));
}

function historyOf(given: Given, io: Io): string {
  return resolve(io.cwd, textOf(given, 'history') ?? join(io.root, 'dashboard', 'history'));
}

interface Measuring {
  readonly code: Code;
  readonly plan: Plan;
  readonly begun: Run;
  readonly file: string;
  readonly timeoutMs: number;
  readonly tally: Tally;
  readonly trace: SessionTrace | null;
}

async function measureAll(given: Given, io: Io, measuring: Measuring): Promise<Run> {
  const { code, plan, begun, file, timeoutMs, tally, trace } = measuring;
  const done = new Set(begun.results.map((result) => result.id));
  const ids = plan.ids.filter(({ id }) => !done.has(id));
  const results: Result[] = [...begun.results];
  const progress = traced(tallied(createProgress(io, ids.length, isSilent(given)), tally), trace);
  const journal = openJournal(file, begun, plan);
  const kernels = openKernelFile(file, begun.results.length > 0);
  const onResult = (result: Result, { kernel, spent }: ResultExtras = {}) => {
    results.push(result);
    journal.append(result);
    if (kernel) kernels.append(kernel);
    if (spent) tally.add(spent);
    progress.finished(result);
  };
  // Between two calls of a tree with changes a kernel may have become another.
  const trusted = begun.run.commit.dirty ? begun.results.length : 0;
  const until = untilOf(given, tally);
  const session = await runCourse(io, {
    until,
    plan,
    ids,
    known: () => knownCoverage(results.slice(trusted)),
    spec: { job: plan.job, timeoutMs, onPhase: progress.phase, onLeave: progress.leave, onResult },
    onSpent: tally.add,
    watch: trace?.watch,
  });
  progress.end();
  const own = results.slice(begun.results.length).map((result) => markUnstable(result, session));
  const interrupted = isCutShort([io.interrupt, until], ids, own);
  const finished: Run = {
    ...begun,
    run: { ...begun.run, commit: commitOf(io, code, begun), interrupted },
    sessions: [...begun.sessions, { ...session, spent: spentBy(tally) }],
    results: [...begun.results, ...own],
  };
  journal.close(finished);
  if (begun.sessions.length > 0) setTraceAside(file);
  writeTrace(file, finished, trace?.read());
  return finished;
}

function isSilent({ flags }: Given): boolean {
  return flags['quiet'] === true || flags['no-progress'] === true;
}

// Before the first id: a disk that is full is found out now. Interrupted until the last result: if the runner itself dies, that is what
// its run has become.
function openJournal(file: string, begun: Run, plan: Plan): Journal {
  return beginJournal(file, {
    ...begun,
    run: { ...begun.run, interrupted: true },
    sessions: [...begun.sessions, openSession(plan)],
  });
}

// Of the command's time, to which its start belongs.
function untilOf(given: Given, tally: Tally): AbortSignal | undefined {
  const seconds = numberOf(given, 'budget', 1);
  if (seconds === undefined) return undefined;
  const leftMs = 1000 * Math.min(seconds, longestTimeoutS) - tally.read().wallMs;
  return AbortSignal.timeout(Math.max(0, Math.round(leftMs)));
}

// A budget that ends behind the last result has cut nothing short.
function isCutShort(
  [interrupt, until]: readonly [AbortSignal, AbortSignal | undefined],
  ids: readonly ListedId[],
  results: readonly Result[],
): boolean {
  return interrupt.aborted || (until?.aborted === true && results.length < ids.length);
}

function spentBy(tally: Tally): SessionSpent {
  return { ...tally.read(), processors: availableParallelism() };
}

// What ran may be neither what was there at the start nor what is there at the end.
function commitOf(io: Io, code: Code, { run: { commit } }: Run): Commit {
  const edits = editsSince(code);
  if (edits === null) return commit;
  io.err(`edited while the run went on: ${edits}; it is recorded as uncommitted changes\n`);
  return { ...commit, dirty: true };
}

function headline({ machine, suite, ids, job }: Plan): string {
  const note = machine.software
    ? '  software adapter: results prove correctness, timings are not comparable\n'
    : `  roofs: ${roofTexts(machine.roofs).slice(0, 3).join(', ')}\n${cardLine(machine)}`;
  return `suite ${suite.name}: ${ids.length} ids on ${machine.adapter.name} (${machine.backend}, ${machine.driver})\n${note}${togglesNote(job.gpu, machine.key)}`;
}

function cardLine({ card }: Plan['machine']): string {
  return card ? `  card: ${cardText(card)}\n` : '';
}

interface Conclusion {
  readonly plan: Plan;
  readonly run: Run;
  readonly file: string;
  readonly tally: Tally;
  readonly trace: SessionTrace | null;
}

async function conclude(given: Given, io: Io, conclusion: Conclusion): Promise<ExitCode> {
  const { plan, run: finished, file } = conclusion;
  if (given.flags['quiet'] !== true) printTables(io, conclusion);
  if (given.flags['json'] === true) io.out(`${JSON.stringify(finished)}\n`);
  const history = historyOf(given, io);
  const recent = readRecent(io, history, finished.machine.key);
  const gate = gateRun(io, history, finished, { recent });
  if (given.flags['quiet'] !== true) io.err(speedText(speedOfRun(io, finished, recent)) + gateText(gate));
  if (given.flags['github'] === true) {
    // What GitHub is told with is a fifth of all that a command would load.
    const { announceGate, announceRun } = await import('../text/github.ts');
    await announceRun(finished, file);
    announceGate(gate);
  }
  if (finished.run.interrupted) {
    const why = io.interrupt.aborted ? 'interrupted' : 'out of budget';
    io.err(`${why}; go on with: pnpm bench --resume ${file}\n`);
    if (io.interrupt.aborted) return exitCodes.interrupted;
  }
  const isFaulty = plan.faults.length > 0 || finished.results.some(({ status }) => status === 'failed');
  return isFaulty ? exitCodes.failed : exitCodes.passed;
}

function printTables(io: Io, { plan, run: finished, file, tally, trace }: Conclusion): void {
  for (const ladder of familyLadders([finished])) io.err(familyTable(ladder, finished));
  io.err(whyTable(finished.results));
  const spent = tally.read();
  io.err(
    `\n${problems(finished)}${coverageNotes(finished)}${counts(finished.results)} in ${formatSeconds(spent.wallMs)}: ${sharesText(spent)}; seed ${finished.run.seed}\n${longestText(spent)}${deviceText(trace?.read() ?? [])}${file}\n${traceNote(file)}`,
  );
  warnOfTime(io, plan.suite, spent.wallMs);
}

function warnOfTime(io: Io, suite: Suite, elapsedMs: number): void {
  if (suite.maxSeconds !== undefined && elapsedMs > 1000 * suite.maxSeconds) {
    io.err(`the suite is meant to take at most ${suite.maxSeconds} s\n`);
  }
}
