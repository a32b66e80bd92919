// `bench aa`: the same commit launched again and again, so that its noise between launches is known.
import { join, resolve } from 'node:path';
import { mayCompare } from '@kernel-ladder/publish';
import { drawSeed, parseLaunches } from '@kernel-ladder/schema';
import type { LaunchFile, ListedId, Machine, Result } from '@kernel-ladder/schema';
import { isUnsteady, median, runNoise } from '@kernel-ladder/stats';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import type { ExitCode } from '../failure.ts';
import { adapterRequest } from '../process/families.ts';
import { adapterFlags, integerOf, numberOf, textOf, textsOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import { formatEffect, formatNs, table } from '../text/format.ts';
import { editsSince } from '../files/code.ts';
import { readCommit } from '../files/git.ts';
import type { Io } from '../io.ts';
import { chooseOrHeadline, isUsable, launchFamily, openSide } from '../ab/bench-side.ts';
import type { BenchSide } from '../ab/bench-side.ts';
import { addLaunch, beginLaunches, launchCount, writeLaunches } from '../ab/launch-file.ts';
import type { SeededLaunches } from '../ab/launch-file.ts';
import { isNoiseKnown } from '../judge/noise.ts';
import { waitFlag, withLocks } from '../run/locks.ts';
import type { Hold } from '../run/locks.ts';
import { effortOf } from '../run/plan.ts';
import { namedSeed, seedFlag } from '../run/seed.ts';
import { judgeSession, measureRulers } from '../run/session.ts';
import type { RulerTimes } from '../process/measure.ts';
import { familiesFor } from '../run/suites.ts';
import { refuseTarget } from '../files/target.ts';

/** Launches one commit until every id has K launches. */
export const aa: Command = {
  usage: 'bench aa [-k K] [--if-new] [--select GLOB…] [GLOB…]',
  summary: 'launches this commit K times and stores its noise between launches beside the history',
  flags: {
    launches: { value: 'K', short: 'k', help: 'launches that each id is to have in all (default 10)' },
    select: {
      value: 'GLOB',
      multiple: true,
      help: 'only ids that match, else the headline case of each variant; !GLOB leaves ids out',
    },
    'if-new': { help: 'launch nothing where the history knows the noise of this machine' },
    ...adapterFlags,
    effort: { value: 'LEVEL', help: 'quick, normal (default: that of the history) or strict' },
    seed: { ...seedFlag, help: `${seedFlag.help}, or in the file already` },
    history: { value: 'DIR', help: 'the history’s folder (default dashboard/history)' },
    out: { value: 'FILE', help: 'the file instead of <history>/<machine key>/aa-<sha8>.json' },
    wait: waitFlag,
    timeout: { value: 'S', help: 'seconds that one id may take (default 120)' },
    json: { help: 'print the file on stdout' },
  },
  execute: (given, io) =>
    withLocks(io, { wait: given.flags['wait'] === true }, (hold) => execute(given, io, hold)),
};

interface Launching {
  readonly side: BenchSide;
  readonly ids: readonly ListedId[];
  readonly file: string;
  readonly launches: number;
  readonly timeoutMs: number;
}

async function execute(given: Given, io: Io, hold: Hold): Promise<ExitCode> {
  const launches = integerOf(given, 'launches', { least: 2, label: '-k (--launches)' }) ?? 10;
  const timeoutMs = 1000 * (numberOf(given, 'timeout', 1) ?? 120);
  const effort = effortOf(given, { effort: 'normal' });
  const gpu = adapterRequest(given);
  const seed = namedSeed(given);
  refuseHomeless(given, io);
  const globs = [...textsOf(given, 'select'), ...given.positionals];
  familiesFor(io.root, globs);
  const side = await openSide(
    io,
    io.root,
    { gpu, seed: seed ?? drawSeed(), effort, globs },
    {
      hold,
      refuse: (machine) => refuseSoftware(given, machine),
    },
  );
  const isWanted =
    given.flags['if-new'] !== true || !isNoiseKnown(io, historyOf(given, io), side.machine.key);
  if (!isWanted) return exitCodes.passed;
  const ids = chooseLaunchable(side, globs);
  const plan = { side, ids, file: fileOf(given, io, side), launches, timeoutMs };
  const { file, failed, edits } = await launchAll(io, plan, seed);
  if (given.flags['json'] === true) io.out(`${JSON.stringify(file)}\n`);
  io.err(describe(file, plan, failed));
  if (io.interrupt.aborted) return exitCodes.interrupted;
  if (edits !== null)
    throw new CommandFailure(
      `edited while it was launched: ${edits}; that launch is not kept, those before it are: run the same command again on a tree that nobody touches`,
      exitCodes.failed,
    );
  return failed.size + side.faults.length > 0 ? exitCodes.failed : exitCodes.passed;
}

// The file stands beside the history, which has no series of an unlisted case.
function chooseLaunchable(side: BenchSide, globs: readonly string[]): readonly ListedId[] {
  const ids = chooseOrHeadline(side, globs).filter(({ status }) => status === 'runnable');
  if (ids.length === 0) throw new CommandFailure('nothing that is selected runs on this machine');
  const stray = ids.find(({ unlisted }) => unlisted);
  if (!stray) return ids;
  throw new CommandFailure(`aa keeps the noise of cases that their family lists, and ${stray.id} is none`);
}

// What belongs to no history needs a place of its own; known before anything is measured.
function refuseHomeless(given: Given, io: Io): void {
  const out = textOf(given, 'out');
  if (out !== undefined) {
    const file = resolve(io.cwd, out);
    refuseTarget({ file, said: `--out ${out}`, kind: 'A/A file', parse: parseLaunches });
  }
  if (textOf(given, 'history') !== undefined || out !== undefined) return;
  if (given.flags['software'] === true)
    throw new CommandFailure(
      'launches on a software adapter go into no history: give --history DIR or --out FILE',
    );
  if (readCommit(io.root).dirty)
    throw new CommandFailure(
      'uncommitted changes have no history: commit, or give --history DIR or --out FILE',
    );
}

function refuseSoftware(given: Given, machine: Machine): void {
  if (mayCompare([{ machine }], given.flags['software'] === true ? 'software' : 'nothing').may) return;
  throw new CommandFailure(
    `${machine.adapter.name} is a software adapter, whose noise says nothing: run on a GPU, or say --software`,
    exitCodes.noAdapter,
  );
}

function fileOf(given: Given, io: Io, { machine, commit }: BenchSide): string {
  const named = textOf(given, 'out');
  if (named !== undefined) return resolve(io.cwd, named);
  return join(historyOf(given, io), machine.key, `aa-${commit.sha.slice(0, 8)}.json`);
}

function historyOf(given: Given, io: Io): string {
  return resolve(io.cwd, textOf(given, 'history') ?? join(io.root, 'dashboard', 'history'));
}

interface Launched {
  readonly file: SeededLaunches;
  /** By id. */
  readonly failed: ReadonlyMap<string, Result>;
  /** What was edited during the last launch, which then is none of the commit. */
  readonly edits: string | null;
}

// A launch is a round of all ids that lack one. A doubtful timing is no launch: after as many rounds as were missing, the
// next call makes up for it.
async function launchAll(io: Io, asked: Launching, seed: number | null): Promise<Launched> {
  const { ids, launches } = asked;
  const begun = beginLaunches(asked.file, asked.side, seed);
  const side = { ...asked.side, job: { ...asked.side.job, seed: begun.seed } };
  const plan = { ...asked, side };
  let state: Launched = { file: begun, failed: new Map(), edits: null };
  const rounds = launches - Math.min(launches, ...ids.map(({ id }) => launchCount(state.file, id)));
  if (rounds === 0) return state;
  let middle: RulerTimes | null = null;
  for (let round = 1; round <= rounds && !io.interrupt.aborted; round++) {
    if (round === 1 + Math.ceil(rounds / 2)) middle = await measureRulers(io, side);
    const { file, failed, edits } = state;
    if (edits !== null) break;
    const missing = ids.filter(({ id }) => !failed.has(id) && launchCount(file, id) < launches);
    if (missing.length === 0) break;
    state = await launchRound(io, plan, { state, missing, name: `launch ${round}/${rounds}` });
  }
  const session = await judgeSession(io, side, { middle });
  const file = { ...state.file, sessions: [...state.file.sessions, session] };
  writeLaunches(plan.file, file);
  return { ...state, file };
}

interface Round {
  readonly state: Launched;
  readonly missing: readonly ListedId[];
  /** `launch 3/10`. */
  readonly name: string;
}

async function launchRound(io: Io, plan: Launching, { state, missing, name }: Round): Promise<Launched> {
  const { side, timeoutMs } = plan;
  let { file } = state;
  const failed = new Map(state.failed);
  for (const family of side.families) {
    const ids = missing.filter((entry) => entry.family === family.name);
    if (ids.length === 0) continue;
    // A line a family: a round of all of them takes minutes.
    io.err(`${name}: ${family.name}, ${ids.length} ${ids.length === 1 ? 'id' : 'ids'}\n`);
    const results = await launchFamily(io, side, { family, ids, timeoutMs });
    const edits = editsSince(side);
    if (edits !== null) return { file, failed, edits };
    for (const result of results) {
      if (result.status === 'failed') failed.set(result.id, result);
      if (isUsable(result, side.machine)) file = addLaunch(file, result);
    }
    writeLaunches(plan.file, file);
  }
  return { file, failed, edits: null };
}

function describe(
  file: SeededLaunches,
  { ids, file: name, launches }: Launching,
  failed: Launched['failed'],
): string {
  const header = ['id', 'launches', 'median', 'sigma', 'gate sees', 'compare sees', 'note'];
  const rows = ids.map(({ id }) => noiseRow(file, id));
  const problems = [...failed.values()].map(
    ({ id, reason }) => `failed ${id}: ${reason?.code}: ${reason?.message}\n`,
  );
  const short = ids.filter(({ id }) => !failed.has(id) && launchCount(file, id) < launches).length;
  const last = file.sessions.at(-1);
  return [
    `\n${table(header, rows)}`,
    ...problems,
    last && isUnsteady(last) ? `the machine did not hold still: ${last.reasons.join(', ')}\n` : '',
    short > 0 ? `${short} ids have fewer than ${launches} launches: run the same command again\n` : '',
    `seed ${file.seed}\n${name}\n`,
  ].join('');
}

// Effects are the smallest that are found nine times in ten: a launch against a segment of twenty, one against one.
function noiseRow(file: LaunchFile, id: string): readonly string[] {
  const medians = file.ids[id]?.mediansNs ?? [];
  if (medians.length < 2) return [id, String(medians.length)];
  const { sigma, gateEffect, compareEffect, isSpiky } = runNoise(medians);
  return [
    id,
    String(medians.length),
    formatNs(median(medians)),
    `${(100 * sigma).toFixed(2)} %`,
    formatEffect(gateEffect),
    formatEffect(compareEffect),
    isSpiky ? 'spiky' : '',
  ];
}
