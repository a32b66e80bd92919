// `bench watch`: on every save, checks and times again what the file touches.
import { dirname, join, relative } from 'node:path';
import type { NoiseOf } from '@kernel-ladder/publish';
import type { Result } from '@kernel-ladder/schema';
import { readSelect } from '@kernel-ladder/schema/select';
import { launchFamily, openSide } from '../ab/bench-side.ts';
import type { BenchSide } from '../ab/bench-side.ts';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { adapterFlags, numberOf, textsOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import type { Io } from '../io.ts';
import { readNoise } from '../judge/noise.ts';
import { adapterRequest } from '../process/families.ts';
import { adapterOf, holdAdapter, withLocks } from '../run/locks.ts';
import { effortOf } from '../run/plan.ts';
import { chooseSeed, seedFlag } from '../run/seed.ts';
import { writtenCases } from '../run/suites.ts';
import { formatSeconds } from '../text/format.ts';
import { answerText } from '../watch/answer.ts';
import { watchFolders } from '../watch/files.ts';
import { selectIds, touchedBy, withKernels } from '../watch/select.ts';
import type { Watched } from '../watch/select.ts';
import { listFamilies } from '../process/survey.ts';

/** Watches kernels. */
export const watch: Command = {
  usage: 'bench watch GLOB…',
  summary: 'on every save checks and times again what the file touches: before, after, verdict',
  flags: {
    select: {
      value: 'GLOB',
      multiple: true,
      help: 'ids; of a rung or a family one case a rung is taken; !GLOB leaves ids out',
    },
    effort: { value: 'quick|normal|strict', help: 'how long to sample (default quick)' },
    seed: seedFlag,
    timeout: { value: 'S', help: 'seconds an id may take (default 120)' },
    'edge-cases': { help: 'check the awkward cases as well, on every save' },
    ...adapterFlags,
  },
  execute: async (given, io) => {
    const globs = [...textsOf(given, 'select'), ...given.positionals];
    if (readSelect(globs).globs.length === 0)
      throw new CommandFailure('watch takes ids: bench watch reduce/subgroup');
    await follow(io, await begin(given, io, globs));
    return exitCodes.passed;
  },
};

interface Watch {
  readonly side: BenchSide;
  readonly globs: readonly string[];
  readonly timeoutMs: number;
  readonly noiseOf: NoiseOf;
  readonly watched: readonly Watched[];
  /** By id, the last result that passed. */
  readonly last: Map<string, Result>;
}

async function begin(given: Given, io: Io, globs: readonly string[]): Promise<Watch> {
  const wanted = {
    gpu: adapterRequest(given),
    seed: chooseSeed(given),
    effort: effortOf(given, { effort: 'quick' }),
    globs,
  };
  const opened = await withLocks(io, { wait: true }, (hold) => openSide(io, io.root, wanted, { hold }));
  const edgeCases = given.flags['edge-cases'] === true;
  const side = { ...opened, job: { ...opened.job, edgeCases } };
  const watched = await withKernels(io, side, selectIds(side, globs));
  const { noiseOf } = readNoise(join(io.root, 'dashboard', 'history'), side.machine.key);
  return {
    side,
    globs,
    timeoutMs: 1000 * (numberOf(given, 'timeout', 1) ?? 120),
    noiseOf,
    watched,
    last: new Map(),
  };
}

async function follow(io: Io, watch_: Watch): Promise<void> {
  const { side } = watch_;
  const shared = [join(io.root, 'packages', 'kernel-kit', 'src')];
  const saves = watchFolders([...side.families.map(({ entry }) => dirname(entry)), ...shared]);
  try {
    const note = side.machine.software
      ? ': it says what is right; times are the emulator’s, and carry no verdict'
      : '';
    io.err(`${side.machine.adapter.name}${note}\n`);
    await launch(io, watch_, watch_.watched);
    io.err('watching; Ctrl-C ends it\n');
    let current = watch_;
    for (let saved = await saves.take(io.interrupt); saved !== null; saved = await saves.take(io.interrupt)) {
      const isShared = (path: string) => shared.some((folder) => path.startsWith(`${folder}/`));
      current = await answer(io, current, saved, isShared);
    }
  } finally {
    saves.close();
  }
  io.err('\n');
}

async function answer(
  io: Io,
  watch_: Watch,
  saved: readonly string[],
  isShared: (path: string) => boolean,
): Promise<Watch> {
  const start = performance.now();
  io.err(`\n${saved.map((path) => relative(io.root, path)).join(', ')}\n`);
  const isCode = saved.some((path) => path.endsWith('.ts'));
  // With other inputs or another oracle nothing is known to be right beforehand.
  if (isCode) watch_.side.known.clear();
  const touched = touchedBy(watch_.watched, saved, isShared);
  if (touched.length === 0) io.err('no id under watch runs it\n');
  await launch(io, watch_, touched);
  io.err(`${formatSeconds(performance.now() - start)}\n`);
  return isCode ? replan(io, watch_) : watch_;
}

// Holds the adapter no longer than it measures: between two saves it is free for others.
async function launch(io: Io, watch_: Watch, ids: readonly Watched[]): Promise<void> {
  if (ids.length === 0) return;
  try {
    await withLocks(io, { wait: true }, async (hold) => {
      await holdAdapter(hold, adapterOf(watch_.side.machine));
      await measure(io, watch_, ids);
    });
  } catch (error) {
    // Ctrl-C ends a watch that waits as it ends any other.
    if (!io.interrupt.aborted) throw error;
  }
}

async function measure(
  io: Io,
  { side, timeoutMs, noiseOf, last }: Watch,
  ids: readonly Watched[],
): Promise<void> {
  for (const [family, own] of Map.groupBy(ids, (one) => one.family)) {
    const listed = own.map((one) => one.listed);
    for (const after of await launchFamily(io, side, { family, ids: listed, timeoutMs })) {
      io.err(
        answerText({ family, machine: side.machine, before: last.get(after.id) ?? null, after }, noiseOf),
      );
      if (after.status === 'passed') last.set(after.id, after);
    }
  }
}

// TypeScript may register other rungs and plan other kernels; where it does not start, or Ctrl-C came, what was known stays.
async function replan(io: Io, watch_: Watch): Promise<Watch> {
  const { side, globs, watched } = watch_;
  try {
    const listings = await listFamilies(io, side.families, side.job.gpu, writtenCases(globs));
    const next = { ...side, listings };
    const found = await withKernels(io, next, selectIds(next, globs));
    const known = new Set(watched.map(({ listed }) => listed.id));
    const added = found.filter(({ listed }) => !known.has(listed.id));
    await launch(io, watch_, added);
    return { ...watch_, side: next, watched: found };
  } catch (error) {
    if (error instanceof CommandFailure) {
      io.err(`${error.message}\n`);
      return watch_;
    }
    throw error;
  }
}
