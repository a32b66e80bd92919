// `bench record RUN…`: runs of a clean commit join the history.
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { listedOnly, readJson } from '@kernel-ladder/schema';
import type { KernelText, LaunchFile, Run } from '@kernel-ladder/schema';
import { isMonthPack, namesInPack, packAround, readHistoryRun, readText } from '@kernel-ladder/schema/node';
import { addLaunchesToHistory } from '../ab/launch-file.ts';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { readRun } from '../files/files.ts';
import { textOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import type { FiledRun } from '../files/copies.ts';
import { addToHistory, refuseUnrecordable } from '../files/history.ts';
import { addKernelsToHistory, kernelFileOf, readHistoryKernels, readRunKernels } from '../files/kernels.ts';
import type { Io } from '../io.ts';
import { gateRun } from '../judge/gate-run.ts';
import { readLaunches } from '../judge/noise.ts';
import { gateText } from '../text/gate-text.ts';

/** Records runs. */
export const record: Command = {
  usage: 'bench record RUN… [--history DIR] [--partial] [--unlisted]',
  summary:
    'adds run files and A/A files to the history, without their raw samples, and the texts of their kernels beside it',
  flags: {
    history: { value: 'DIR', help: 'the history’s folder (default dashboard/history)' },
    partial: { help: 'take an interrupted run for what it had finished' },
    unlisted: { help: 'take cases as well that no family lists' },
  },
  execute: async (given, io) => {
    if (given.positionals.length === 0)
      throw new CommandFailure('record takes run files and A/A files: bench record results/….json');
    const folder = resolve(io.cwd, textOf(given, 'history') ?? join(io.root, 'dashboard', 'history'));
    // All are read and judged before the first is written.
    const files = given.positionals.map((text) => resolve(io.cwd, text));
    const launches = files.filter(isLaunchFile).map(readRecordableLaunches);
    const runs = readRecordables(given, io, files);
    refuseUnrecordable(folder, runs);
    for (const each of launches) addLaunches(io, folder, each);
    await addRuns(io, folder, runs);
    // All runs of a commit are launches of it: one look a machine, at the last that was given.
    const last = new Map(runs.map(({ run }) => [run.machine.key, run]));
    for (const run of last.values()) io.err(gateText(gateRun(io, folder, run)));
    return exitCodes.passed;
  },
};

interface Recordable extends FiledRun {
  readonly kernels: readonly KernelText[];
}

function readRecordables(given: Given, io: Io, files: readonly string[]): readonly Recordable[] {
  const isPartial = given.flags['partial'] === true;
  return files
    .filter((file) => !isLaunchFile(file))
    .flatMap(filesOf)
    .map((file) => readRecordable(file, isPartial))
    .map((each) => (given.flags['unlisted'] === true ? each : withoutUnlisted(io, each)));
}

async function addRuns(io: Io, folder: string, runs: readonly Recordable[]): Promise<void> {
  const packs = readHistoryKernels(folder);
  for (const fault of packs.faults) io.err(`left out: ${fault}\n`);
  const known = new Set(packs.values.map(({ hash }) => hash));
  for (const { file, run, kernels } of runs) {
    const texts = await addKernelsToHistory(folder, { run, kernels }, known);
    for (const hash of texts) known.add(hash);
    const added = addToHistory(folder, run, file);
    io.err(added === null ? `${file} is in the history already\n` : `recorded ${added}\n`);
    if (texts.length > 0) io.err(`with the texts of ${texts.length} kernels that it did not have\n`);
    if (lacksTexts(run, kernels)) io.err(`without texts: ${basename(kernelFileOf(file))} is not beside it\n`);
  }
}

interface RecordableLaunches {
  readonly file: string;
  readonly launches: LaunchFile;
}

function addLaunches(io: Io, folder: string, { file, launches }: RecordableLaunches): void {
  const added = addLaunchesToHistory(folder, launches);
  const known = `${file}: launches of its commit are in the history already`;
  io.err(`${added === null ? known : `recorded ${added}`}\n`);
}

// Runs of commits that kept no texts carry no ladders either.
function lacksTexts({ families, results }: Run, kernels: readonly KernelText[]): boolean {
  const hasKernels = results.some(({ kernelHash }) => kernelHash !== undefined);
  return families !== undefined && hasKernels && kernels.length === 0;
}

// A case that was asked for once is no series.
function withoutUnlisted(io: Io, recordable: Recordable): Recordable {
  const { file, run } = recordable;
  const listed = listedOnly(run);
  const count = run.results.length - listed.results.length;
  if (count === 0) return recordable;
  const these = `${count} ${count === 1 ? 'result' : 'results'} of cases that no family lists`;
  if (listed.results.length === 0)
    throw new CommandFailure(`${file} has nothing but ${these}: record them with --unlisted`);
  io.err(`left out ${these} (--unlisted records them)\n`);
  return { ...recordable, run: listed };
}

// An A/A file has times by id, where a run has results.
function isLaunchFile(file: string): boolean {
  if (!file.endsWith('.json') || !existsSync(file)) return false;
  const value = readJson(file, readText(file));
  return typeof value === 'object' && value !== null && 'ids' in value && !('results' in value);
}

function readRecordableLaunches(file: string): RecordableLaunches {
  const launches = readLaunches(file);
  if (!launches.commit.dirty) return { file, launches };
  throw new CommandFailure(
    `${file} was launched on uncommitted changes: commit, launch again, and record that`,
  );
}

// A pack of a month stands for the runs in it.
function filesOf(file: string): readonly string[] {
  return isMonthPack(file) ? namesInPack(file) : [file];
}

function readRecordable(file: string, isPartial: boolean): Recordable {
  const run = packAround(file) === null ? readRun(file) : readHistoryRun(file);
  if (run.results.length === 0)
    throw new CommandFailure(`${file} has no results: finish it with \`bench --resume ${file}\``);
  if (run.run.commit.dirty) {
    throw new CommandFailure(
      `${file} was measured on uncommitted changes: commit, run again, and record that`,
    );
  }
  if (run.run.interrupted && !isPartial) {
    throw new CommandFailure(
      `${file} was interrupted: finish it with \`bench --resume ${file}\`, or take what it has with --partial`,
    );
  }
  return { file, run, kernels: readRunKernels(file) };
}
