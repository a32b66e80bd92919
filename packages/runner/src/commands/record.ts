// `bench record RUN…`: runs of a clean commit join the history.
import { basename, join, resolve } from 'node:path';
import type { KernelText, Run } from '@kernel-ladder/schema';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { readRun } from '../files/files.ts';
import { textOf } from '../flags.ts';
import { addToHistory } from '../files/history.ts';
import { addKernelsToHistory, kernelFileOf, readRunKernels } from '../files/kernels.ts';
import { gateRun, gateText } from '../judge/gate-run.ts';

/** Records runs. */
export const record: Command = {
  usage: 'bench record RUN… [--history DIR] [--partial]',
  summary:
    'adds run files to the history, without their raw samples, and the texts of their kernels beside it',
  flags: {
    history: { value: 'DIR', help: 'the history’s folder (default dashboard/history)' },
    partial: { help: 'take an interrupted run for what it had finished' },
  },
  execute: async (given, io) => {
    if (given.positionals.length === 0)
      throw new CommandFailure('record takes run files: bench record results/….json');
    const folder = resolve(io.cwd, textOf(given, 'history') ?? join(io.root, 'dashboard', 'history'));
    // All are read and judged before the first is written.
    const runs = given.positionals.map((text) =>
      readRecordable(resolve(io.cwd, text), given.flags['partial'] === true),
    );
    for (const { file, run, kernels } of runs) {
      const texts = await addKernelsToHistory(folder, run, kernels);
      const added = addToHistory(folder, run);
      io.err(added === null ? `${file} is in the history already\n` : `recorded ${added}\n`);
      if (texts > 0) io.err(`with the texts of ${texts} kernels that it did not have\n`);
      if (lacksTexts(run, kernels))
        io.err(`without texts: ${basename(kernelFileOf(file))} is not beside it\n`);
    }
    // All runs of a commit are launches of it: one look a machine, at the last that was given.
    const last = new Map(runs.map(({ run }) => [run.machine.key, run]));
    for (const run of last.values()) io.err(gateText(gateRun(io, folder, run)));
    return exitCodes.passed;
  },
};

interface Recordable {
  readonly file: string;
  readonly run: Run;
  readonly kernels: readonly KernelText[];
}

// Runs of commits that kept no texts carry no ladders either.
function lacksTexts({ families, results }: Run, kernels: readonly KernelText[]): boolean {
  const hasKernels = results.some(({ kernelHash }) => kernelHash !== undefined);
  return families !== undefined && hasKernels && kernels.length === 0;
}

function readRecordable(file: string, isPartial: boolean): Recordable {
  const run = readRun(file);
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
