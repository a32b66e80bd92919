// `bench record RUN…`: runs of a clean commit join the history.
import { basename, join, resolve } from 'node:path';
import { listedOnly } from '@kernel-ladder/schema';
import type { KernelText, Run } from '@kernel-ladder/schema';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { readRun } from '../files/files.ts';
import { textOf } from '../flags.ts';
import type { FiledRun } from '../files/copies.ts';
import { addToHistory, refuseUnrecordable } from '../files/history.ts';
import { addKernelsToHistory, kernelFileOf, readHistoryKernels, readRunKernels } from '../files/kernels.ts';
import type { Io } from '../io.ts';
import { gateRun } from '../judge/gate-run.ts';
import { gateText } from '../text/gate-text.ts';

/** Records runs. */
export const record: Command = {
  usage: 'bench record RUN… [--history DIR] [--partial] [--unlisted]',
  summary:
    'adds run files to the history, without their raw samples, and the texts of their kernels beside it',
  flags: {
    history: { value: 'DIR', help: 'the history’s folder (default dashboard/history)' },
    partial: { help: 'take an interrupted run for what it had finished' },
    unlisted: { help: 'take cases as well that no family lists' },
  },
  execute: async (given, io) => {
    if (given.positionals.length === 0)
      throw new CommandFailure('record takes run files: bench record results/….json');
    const folder = resolve(io.cwd, textOf(given, 'history') ?? join(io.root, 'dashboard', 'history'));
    // All are read and judged before the first is written.
    const isPartial = given.flags['partial'] === true;
    const runs = given.positionals
      .map((text) => readRecordable(resolve(io.cwd, text), isPartial))
      .map((each) => (given.flags['unlisted'] === true ? each : withoutUnlisted(io, each)));
    refuseUnrecordable(folder, runs);
    const packs = readHistoryKernels(folder);
    for (const fault of packs.faults) io.err(`left out: ${fault}\n`);
    const known = new Set(packs.values.map(({ hash }) => hash));
    for (const { file, run, kernels } of runs) {
      const texts = await addKernelsToHistory(folder, { run, kernels }, known);
      for (const hash of texts) known.add(hash);
      const added = addToHistory(folder, run, file);
      io.err(added === null ? `${file} is in the history already\n` : `recorded ${added}\n`);
      if (texts.length > 0) io.err(`with the texts of ${texts.length} kernels that it did not have\n`);
      if (lacksTexts(run, kernels))
        io.err(`without texts: ${basename(kernelFileOf(file))} is not beside it\n`);
    }
    // All runs of a commit are launches of it: one look a machine, at the last that was given.
    const last = new Map(runs.map(({ run }) => [run.machine.key, run]));
    for (const run of last.values()) io.err(gateText(gateRun(io, folder, run)));
    return exitCodes.passed;
  },
};

interface Recordable extends FiledRun {
  readonly kernels: readonly KernelText[];
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

function readRecordable(file: string, isPartial: boolean): Recordable {
  const run = readRun(file);
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
