// `bench merge RUN… --out FILE`: shards of one commit and machine become one run.
import { resolve } from 'node:path';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { readRun, writeRun } from '../files/files.ts';
import { readRunKernels, writeRunKernels } from '../files/kernels.ts';
import { writeTrace } from '../files/trace.ts';
import { textOf } from '../flags.ts';
import { mergeRuns } from '../judge/merge.ts';
import { counts } from '../text/tables.ts';
import { refuseRunTarget } from '../run/begin.ts';

/** Merges runs. */
export const merge: Command = {
  usage: 'bench merge RUN… --out FILE',
  summary: 'unites shards of one commit and machine into one run, their sessions side by side',
  flags: { out: { value: 'FILE', help: 'the run file to write' } },
  execute: async (given, io) => {
    const out = textOf(given, 'out');
    if (given.positionals.length < 2 || out === undefined)
      throw new CommandFailure(
        'merge takes two runs or more: bench merge one.json two.json --out whole.json',
      );
    const file = resolve(io.cwd, out);
    refuseRunTarget(file, `--out ${out}`);
    const shards = given.positionals.map((name) => ({ file: name, run: readRun(resolve(io.cwd, name)) }));
    const merged = mergeRuns(shards);
    writeRun(file, merged);
    writeTrace(file, merged);
    writeRunKernels(
      file,
      given.positionals.flatMap((name) => readRunKernels(resolve(io.cwd, name))),
    );
    io.err(
      `merged ${new Set(shards.map(({ run }) => run.run.id)).size} runs: ${counts(merged.results)}\n${file}\n`,
    );
    return exitCodes.passed;
  },
};
