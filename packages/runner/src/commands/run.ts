// `bench run`: plan, isolate, aggregate, report.
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import type {
  FamilyListing,
  Job,
  ListedId,
  Machine,
  Result,
  Ruler,
  Run,
  Session,
  Suite,
} from '@kernel-ladder/schema';
import type { Command } from '../cli.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import type { ExitCode } from '../failure.ts';
import { adapterRequest, ask, findFamilies, listFamilies } from '../families.ts';
import type { FamilyPackage } from '../families.ts';
import { readRun, writeRun } from '../files.ts';
import { adapterFlags, numberOf, parseFlags, textOf, textsOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import { formatSeconds } from '../format.ts';
import { readCommit } from '../git.ts';
import { reportToGithub } from '../github.ts';
import type { Io } from '../io.ts';
import { measureFamily } from '../measure.ts';
import { createProgress } from '../progress.ts';
import { counts, familyTable, problems } from '../report.ts';
import { judgeSession } from '../session.ts';
import { loadSuite, parseShard, selectIds } from '../suites.ts';

const flags = {
  suite: { value: 'NAME|FILE', help: 'smoke, quick (default), full, or a suite file' },
  select: { value: 'GLOB', multiple: true, help: 'only ids that match; further globs may follow' },
  shard: { value: 'I/N', help: 'only every N-th id, starting with the I-th' },
  ...adapterFlags,
  effort: { value: 'LEVEL', help: 'quick, normal or strict; the suite’s own unless given' },
  seed: { value: 'N', help: 'seed of the inputs (default 1)' },
  out: { value: 'FILE', help: 'the run file; results/<startedAt>-<sha8>.json unless given' },
  resume: { value: 'FILE', help: 'go on with an interrupted run: only ids without a result' },
  timeout: { value: 'S', help: 'seconds that one id may take (default 120)' },
  github: { help: 'write the job summary, annotations and outputs of GitHub Actions' },
  json: { help: 'print the run on stdout' },
  quiet: { help: 'no progress, no tables' },
  'no-progress': { help: 'no progress' },
} as const;

/** The default command. */
export const run: Command = {
  usage: 'bench [run] [--suite NAME] [--select GLOB…]',
  summary: 'runs a suite: verifies, times, writes one run file, prints a table per family',
  flags,
  execute,
};

interface Plan {
  readonly machine: Machine;
  readonly listings: readonly FamilyListing[];
  readonly families: readonly FamilyPackage[];
  readonly ids: readonly ListedId[];
  readonly suite: Suite;
  readonly job: Job;
  readonly firstRuler: Omit<Ruler, 'at'> | null;
}

async function execute(given: Given, io: Io): Promise<ExitCode> {
  const start = performance.now();
  const resumed = resumedRun(given, io);
  // A resumed run goes on as it was begun.
  const wanted = resumed ? parseFlags(resumed.run.argv, flags) : given;
  const plan = await makePlan(wanted, io);
  const file = targetFile(given, io, resumed);
  const begun = resumed ?? beginRun(wanted, io, plan);
  refuseOtherMachine(begun, plan, io);
  if (given.flags['quiet'] !== true) io.err(headline(plan));
  const finished = await measureAll(given, io, { plan, begun, file });
  return conclude(given, io, { plan, run: finished, file, elapsedMs: performance.now() - start });
}

async function makePlan(given: Given, io: Io): Promise<Plan> {
  const suite = loadSuite(io, textOf(given, 'suite') ?? 'quick');
  const gpu = adapterRequest(given);
  const families = findFamilies(io.root);
  const [first] = families;
  if (!first) throw new CommandFailure(`no family under ${join(io.root, 'packages')}`);
  const job = {
    gpu,
    seed: numberOf(given, 'seed', 0) ?? 1,
    effort: effortOf(given, suite),
    edgeCases: suite.edgeCases ?? true,
  };
  const events = await ask(io, first.entry, { args: ['profile'], job });
  const machine = events.find((event) => event.type === 'machine')?.machine;
  if (!machine) throw new CommandFailure('the profile has no machine', exitCodes.failed);
  const listings = await listFamilies(io, families, gpu);
  const shard = textOf(given, 'shard');
  const globs = [...textsOf(given, 'select'), ...given.positionals];
  const selection = { suite, globs, shard: shard ? parseShard(shard) : null, software: machine.software };
  const ids = selectIds(listings, selection);
  if (ids.length === 0) throw new CommandFailure(`suite ${suite.name} selects nothing here`);
  const firstRuler = events.find((event) => event.type === 'ruler')?.ruler ?? null;
  const canary = firstRuler ? { canaryNs: firstRuler.fmaNs } : {};
  return { machine, listings, families, ids, suite, job: { ...job, machine, ...canary }, firstRuler };
}

function effortOf(given: Given, suite: Suite): Suite['effort'] {
  const text = textOf(given, 'effort');
  const effort = (['quick', 'normal', 'strict'] as const).find((name) => name === (text ?? suite.effort));
  if (!effort) throw new CommandFailure(`--effort takes quick, normal or strict, not "${text}"`);
  return effort;
}

function resumedRun(given: Given, io: Io): Run | null {
  const file = textOf(given, 'resume');
  return file === undefined ? null : readRun(resolve(io.cwd, file));
}

function targetFile(given: Given, io: Io, resumed: Run | null): string {
  const out = textOf(given, 'out') ?? (resumed ? textOf(given, 'resume') : undefined);
  if (out !== undefined) return resolve(io.cwd, out);
  const { sha } = readCommit(io.root);
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  return join(io.root, 'results', `${stamp}-${sha.slice(0, 8)}.json`);
}

function beginRun(given: Given, io: Io, plan: Plan): Run {
  const startedAt = new Date().toISOString();
  const info = {
    id: randomUUID(),
    startedAt,
    commit: readCommit(io.root),
    suite: plan.suite.name,
    argv: argvOf(given),
  };
  return {
    schemaVersion: 1,
    run: { ...info, seed: plan.job.seed, interrupted: false },
    machine: plan.machine,
    sessions: [],
    results: [],
  };
}

// The flags that decide what is run, in a form that parses back.
function argvOf(given: Given): readonly string[] {
  const kept = ['suite', 'select', 'shard', 'adapter', 'software', 'hardware', 'toggles', 'effort', 'seed'];
  const words = kept.flatMap((name) => {
    const value = given.flags[name];
    if (value === undefined) return [];
    return [value].flat().map((text) => (text === true ? `--${name}` : `--${name}=${text}`));
  });
  return [...words, ...given.positionals];
}

function refuseOtherMachine(begun: Run, plan: Plan, io: Io): void {
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

interface Measuring {
  readonly plan: Plan;
  readonly begun: Run;
  readonly file: string;
}

async function measureAll(given: Given, io: Io, { plan, begun, file }: Measuring): Promise<Run> {
  const done = new Set(begun.results.map((result) => result.id));
  const ids = plan.ids.filter(({ id }) => !done.has(id));
  const results: Result[] = [...begun.results];
  const current = (sessions: readonly Session[], interrupted: boolean): Run => ({
    ...begun,
    run: { ...begun.run, interrupted },
    sessions: [...begun.sessions, ...sessions],
    results,
  });
  const progress = createProgress(
    io,
    ids.length,
    given.flags['quiet'] === true || given.flags['no-progress'] === true,
  );
  const onResult = (result: Result) => {
    results.push(result);
    progress.finished(result);
    // Interrupted until the last result: if the runner itself dies, the file says so and can be resumed.
    writeRun(file, current([], true));
  };
  const timeoutMs = 1000 * (numberOf(given, 'timeout', 1) ?? 120);
  const { machine, effort = 'normal' } = { ...plan.job, machine: plan.machine };
  const spec = { job: { ...plan.job, machine, effort }, timeoutMs, onPhase: progress.phase, onResult };
  for (const family of plan.families) {
    const own = ids.filter((entry) => entry.family === family.name);
    await measureFamily(io, family, own, spec);
  }
  progress.end();
  const session = await judgeSession(io, plan);
  const finished = current([session], io.interrupt.aborted);
  writeRun(file, finished);
  return finished;
}

function headline({ machine, suite, ids }: Plan): string {
  const note = machine.software
    ? '  software adapter: results prove correctness, timings are not comparable\n'
    : `  roofs: copy ${machine.roofs.copyGBps.toFixed(0)} GB/s, read ${machine.roofs.readGBps.toFixed(0)} GB/s, f32 ${((machine.roofs.gflops['f32'] ?? 0) / 1000).toFixed(1)} TFLOP/s\n`;
  return `suite ${suite.name}: ${ids.length} ids on ${machine.adapter.name} (${machine.backend}, ${machine.driver})\n${note}`;
}

interface Conclusion {
  readonly plan: Plan;
  readonly run: Run;
  readonly file: string;
  readonly elapsedMs: number;
}

async function conclude(
  given: Given,
  io: Io,
  { plan, run: finished, file, elapsedMs }: Conclusion,
): Promise<ExitCode> {
  if (given.flags['quiet'] !== true) {
    for (const listing of plan.listings) {
      if (finished.results.some((result) => result.family === listing.name))
        io.err(familyTable(listing, finished));
    }
    io.err(`\n${problems(finished)}${counts(finished.results)} in ${formatSeconds(elapsedMs)}\n${file}\n`);
    warnOfTime(io, plan.suite, elapsedMs);
  }
  if (given.flags['json'] === true) io.out(`${JSON.stringify(finished)}\n`);
  if (given.flags['github'] === true) await reportToGithub(plan.listings, finished, file);
  if (finished.run.interrupted) {
    io.err(`interrupted; go on with: pnpm bench --resume ${file}\n`);
    return exitCodes.interrupted;
  }
  return finished.results.some((result) => result.status === 'failed') ? exitCodes.failed : exitCodes.passed;
}

function warnOfTime(io: Io, suite: Suite, elapsedMs: number): void {
  if (suite.maxSeconds !== undefined && elapsedMs > 1000 * suite.maxSeconds) {
    io.err(`the suite is meant to take at most ${suite.maxSeconds} s\n`);
  }
}
