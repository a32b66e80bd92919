// Runs the tests of every package and gathers what they said, as evidence for the commit.
import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { toTestEvidence } from '@kernel-ladder/curriculum';
import type { CoverageSummary, TestEvidence, VitestReport } from '@kernel-ladder/curriculum';
import { readJson } from '@kernel-ladder/schema';
import type { Commit, Machine } from '@kernel-ladder/schema';
import { CommandFailure, exitCodes } from '../failure.ts';
import type { Io } from '../io.ts';
import { ask, findFamilies } from './families.ts';

const reportFile = 'coverage/tests.json';
const coverageFile = 'coverage/coverage-summary.json';

/** What the tests of a commit said, and the packages that said nothing because their tests did not start. */
export interface TestedCommit {
  readonly evidence: TestEvidence;
  readonly silent: readonly string[];
}

/** Runs the `test` script of every package of the workspace, two at a time; throws when interrupted. */
export async function runTests(io: Io, commit: Commit): Promise<TestedCommit> {
  const packages = testedPackages(io.root);
  for (const folder of packages) {
    for (const file of [reportFile, coverageFile]) rmSync(join(io.root, folder, file), { force: true });
  }
  const machine = await testedMachine(io);
  const begun = performance.now();
  await startTests(io);
  const wallMs = Math.round(performance.now() - begun);
  if (io.interrupt.aborted) throw new CommandFailure('interrupted', exitCodes.interrupted);
  const evidence = toTestEvidence({
    commit: commit.sha,
    date: commit.date,
    environment: io.env['CI'] ? 'ci' : 'local',
    machine,
    root: io.root,
    spent: { wallMs, processors: availableParallelism() },
    reports: packages.flatMap((folder) => readWritten<VitestReport>(io.root, join(folder, reportFile))),
    coverage: packages.flatMap((folder) =>
      readWritten<CoverageSummary>(io.root, join(folder, coverageFile)).map((summary) => ({
        package: folder,
        summary,
      })),
    ),
  });
  return { evidence, silent: packages.filter((folder) => !existsSync(join(io.root, folder, reportFile))) };
}

// Tests open the software adapter that every machine has. A checkout without a family has nobody to ask for it, and one whose
// family does not start has tests that say so.
async function testedMachine(io: Io): Promise<Machine | null> {
  const [family] = findFamilies(io.root);
  if (!family) return null;
  const job = { gpu: { kind: 'software' as const }, seed: 1 };
  try {
    const events = await ask(io, family.entry, { args: ['profile'], job });
    return events.find((event) => event.type === 'machine')?.machine ?? null;
  } catch (error) {
    if (!(error instanceof CommandFailure) || error.exitCode === exitCodes.interrupted) throw error;
    io.err(`the evidence will not say which adapter the tests opened: ${error.message}\n`);
    return null;
  }
}

function testedPackages(root: string): readonly string[] {
  return globSync('{packages/*,dashboard}/package.json', { cwd: root })
    .filter((file) => {
      // Whatever a package.json holds, only the name of one script is read from it.
      const manifest = readJson(file, readFileSync(join(root, file), 'utf8')) as {
        readonly scripts?: { readonly test?: string };
      };
      return manifest.scripts?.test !== undefined;
    })
    .map((file) => dirname(file))
    .toSorted();
}

// What vitest has just written needs no schema: the evidence that it becomes is checked.
function readWritten<T>(root: string, path: string): readonly T[] {
  const file = join(root, path);
  return existsSync(file) ? [readJson(path, readFileSync(file, 'utf8')) as T] : [];
}

// A package that fails does not keep the others from running, and how each fared is in its report. Not sorted: in the order of
// dependencies pnpm leaves out, --no-bail or not, whatever needs a package that failed.
function startTests(io: Io): Promise<void> {
  const pnpm = join(io.root, 'node_modules', '.bin', 'pnpm');
  if (!existsSync(pnpm)) throw new CommandFailure(`${pnpm} is not there: run pnpm install`);
  const recursive = ['--recursive', '--no-bail', '--no-sort', '--workspace-concurrency=2', 'run', 'test'];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const child = spawn(pnpm, [...recursive, ...reporters], {
    cwd: io.root,
    env: io.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
  };
  io.interrupt.addEventListener('abort', stop, { once: true });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', io.err);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      io.interrupt.removeEventListener('abort', stop);
      resolve();
    });
  });
}
