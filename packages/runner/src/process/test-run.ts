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
import { familyFolders } from '../files/family-folders.ts';
import type { Io } from '../io.ts';
import { ask, findFamilies } from './families.ts';

const coverageFile = 'coverage/coverage-summary.json';

/** The scripts of a package that are tests, in the order in which they run; each leaves a report of its own. */
const testScripts = ['test', 'test:families', 'test:whole'] as const;
type TestScript = (typeof testScripts)[number];

const reportFiles: { readonly [script in TestScript]: string } = {
  test: 'coverage/tests.json',
  'test:families': 'coverage/tests-families.json',
  'test:whole': 'coverage/tests-whole.json',
};

/** What the tests of a commit said, and the packages that said nothing because their tests did not start. */
export interface TestedCommit {
  readonly evidence: TestEvidence;
  readonly silent: readonly string[];
}

/** Runs the scripts of every package of the workspace that are tests, two packages at a time; throws when interrupted. */
export async function runTests(io: Io, commit: Commit): Promise<TestedCommit> {
  const tested = testedPackages(io.root);
  const packages = [...new Set(tested.map(({ folder }) => folder))];
  for (const folder of packages) {
    for (const file of [...Object.values(reportFiles), coverageFile])
      rmSync(join(io.root, folder, file), { force: true });
  }
  const machine = await testedMachine(io);
  const begun = performance.now();
  for (const script of testScripts) {
    if (tested.some((each) => each.script === script)) await startTests(io, script);
  }
  const wallMs = Math.round(performance.now() - begun);
  if (io.interrupt.aborted) throw new CommandFailure('interrupted', exitCodes.interrupted);
  const evidence = toTestEvidence({
    commit: commit.sha,
    date: commit.date,
    environment: io.env['CI'] ? 'ci' : 'local',
    machine,
    root: io.root,
    spent: { wallMs, processors: availableParallelism() },
    reports: tested.flatMap(({ report }) => readWritten<VitestReport>(io.root, report)),
    coverage: packages.flatMap((folder) =>
      readWritten<CoverageSummary>(io.root, join(folder, coverageFile)).map((summary) => ({
        package: folder,
        summary,
      })),
    ),
  });
  const silent = tested.filter(({ report }) => !existsSync(join(io.root, report)));
  return { evidence, silent: [...new Set(silent.map(({ folder }) => folder))] };
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

/** A package's script that is tests, and where its report lies. */
interface Tested {
  readonly folder: string;
  readonly script: TestScript;
  readonly report: string;
}

function testedPackages(root: string): readonly Tested[] {
  const further = familyFolders(root).map(({ folder }) => join(folder, 'package.json'));
  const all = [...globSync('{packages/*,dashboard}/package.json', { cwd: root }), ...further];
  const files = [...new Set(all)].filter((file) => existsSync(join(root, file))).toSorted();
  return files.flatMap((file) => {
    // Whatever a package.json holds, only the names of its scripts are read from it.
    const manifest = readJson(file, readFileSync(join(root, file), 'utf8')) as {
      readonly scripts?: { readonly [script: string]: string };
    };
    const folder = dirname(file);
    return testScripts
      .filter((script) => manifest.scripts?.[script] !== undefined)
      .map((script) => ({ folder, script, report: join(folder, reportFiles[script]) }));
  });
}

// What vitest has just written needs no schema: the evidence that it becomes is checked.
function readWritten<T>(root: string, path: string): readonly T[] {
  const file = join(root, path);
  return existsSync(file) ? [readJson(path, readFileSync(file, 'utf8')) as T] : [];
}

// A package that fails does not keep the others from running, and how each fared is in its report. Not sorted: in the order of
// dependencies pnpm leaves out, --no-bail or not, whatever needs a package that failed.
function startTests(io: Io, script: TestScript): Promise<void> {
  const pnpm = join(io.root, 'node_modules', '.bin', 'pnpm');
  if (!existsSync(pnpm)) throw new CommandFailure(`${pnpm} is not there: run pnpm install`);
  const recursive = ['--recursive', '--no-bail', '--no-sort', '--workspace-concurrency=2', 'run', script];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFiles[script]}`];
  const child = spawn(pnpm, [...recursive, ...reporters], {
    cwd: io.root,
    env: { ...io.env, KERNEL_LADDER_COVERAGE: '1' },
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
