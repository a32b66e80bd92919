// `bench evidence`: what the tests said, kept for their commit, so that items can be proven by tests.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hardwareTestFiles, loadCurriculum, parseTestEvidence } from '@kernel-ladder/curriculum';
import type { TestEvidence } from '@kernel-ladder/curriculum';
import { testFolder } from '@kernel-ladder/curriculum/node';
import { readJson } from '@kernel-ladder/schema';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import type { ExitCode } from '../failure.ts';
import { writeWhole } from '../files/files.ts';
import { textOf } from '../flags.ts';
import { readCommit } from '../files/git.ts';
import { namePaths, readSources, uncommitted } from '../files/sources.ts';
import type { Io } from '../io.ts';
import { formatSeconds } from '../text/format.ts';
import { lacksLibraries } from '../pack/libraries.ts';
import { runOnHardware, runTests } from '../process/test-run.ts';

/** Runs every test, or takes what a run of tests elsewhere said. */
export const evidence: Command = {
  usage: 'bench evidence [FILE… | --hardware] [--out DIR]',
  summary: `runs every test and keeps what it said in ${testFolder}/<sha>.json; with FILEs, adds those instead`,
  flags: {
    out: { value: 'DIR', help: `the folder (default ${testFolder})` },
    hardware: {
      help: 'runs the test files that items want on a GPU, on the one of this machine; kept beside what all tests said',
    },
  },
  execute: async (given, io) => {
    const folder = resolve(io.cwd, textOf(given, 'out') ?? join(io.root, testFolder));
    const onHardware = given.flags['hardware'] === true;
    if (onHardware && given.positionals.length > 0)
      throw new CommandFailure('--hardware runs tests here: it takes no files');
    if (given.positionals.length === 0) return test(io, folder, onHardware);
    // All are read and judged before the first is written.
    const all = given.positionals.map((text) => readEvidence(resolve(io.cwd, text)));
    for (const one of all) keep(io, folder, one);
    return exitCodes.passed;
  },
};

async function test(io: Io, folder: string, onHardware: boolean): Promise<ExitCode> {
  const commit = readCommit(io.root);
  if (commit.dirty)
    throw new CommandFailure('evidence belongs to a commit: commit what has changed, then test');
  // A skipped test proves nothing, and an item that it proved before would be lost.
  if (lacksLibraries(io.root))
    io.err('other people’s libraries are not installed: tests that need them are skipped → pnpm libraries\n');
  const { evidence: found, silent } = onHardware
    ? await runOnHardware(io, commit, hardwareTestFiles(loadCurriculum()))
    : await runTests(io, commit);
  refuseEdits(io);
  keep(io, folder, found);
  for (const name of silent) io.err(`${name} left no report: its tests did not start\n`);
  const isWhole = silent.length === 0 && found.tests.every(({ status }) => status !== 'failed');
  return isWhole ? exitCodes.passed : exitCodes.failed;
}

function refuseEdits(io: Io): void {
  const paths = uncommitted(readSources(io.root));
  if (paths.length > 0)
    throw new CommandFailure(`edited while it was tested: ${namePaths(paths)}: test again`, exitCodes.failed);
}

function readEvidence(file: string): TestEvidence {
  if (!existsSync(file)) throw new CommandFailure(`there is no file ${file}`);
  return parseTestEvidence(file, readJson(file, readFileSync(file, 'utf8')));
}

function keep(io: Io, folder: string, found: TestEvidence): void {
  const place = found.adapter && !found.adapter.software ? '-hardware' : '';
  const file = join(folder, `${found.commit}${place}.json`);
  writeWhole(file, `${JSON.stringify(parseTestEvidence(file, found))}\n`);
  const count = (status: string) => found.tests.filter((outcome) => outcome.status === status).length;
  const took = found.spent
    ? ` in ${formatSeconds(found.spent.wallMs)} on ${found.spent.processors} processors`
    : '';
  io.err(
    `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped${took}: ${file}\n`,
  );
}
