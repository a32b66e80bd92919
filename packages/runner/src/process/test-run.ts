// Runs the tests of every package and gathers what they said, as evidence for the commit.
import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { toTestEvidence } from '@kernel-ladder/curriculum';
import type { TestEvidence, VitestReport } from '@kernel-ladder/curriculum';
import { readJson } from '@kernel-ladder/schema';
import type { Commit, Machine } from '@kernel-ladder/schema';
import { testAdapterVariable } from '@kernel-ladder/schema/test-adapter';
import { CommandFailure, exitCodes } from '../failure.ts';
import { familyFolders } from '../files/family-folders.ts';
import type { Io } from '../io.ts';
import { ask, findFamilies } from './families.ts';
import { coverageFiles, linesReached } from './line-coverage.ts';

const hardwareReport = 'coverage/tests-hardware.json';

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
    for (const file of [...Object.values(reportFiles), ...coverageFiles])
      rmSync(join(io.root, folder, file), { force: true });
  }
  const machine = await testedMachine(io);
  const begun = performance.now();
  const sinceBegun = () => Math.round(performance.now() - begun);
  let beforeWholeMs = 0;
  for (const script of testScripts) {
    if (script === 'test:whole') beforeWholeMs = sinceBegun();
    if (tested.some((each) => each.script === script)) await startTests(io, script);
  }
  const wallMs = sinceBegun();
  if (io.interrupt.aborted) throw new CommandFailure('interrupted', exitCodes.interrupted);
  const evidence = toTestEvidence({
    commit: commit.sha,
    date: commit.date,
    environment: io.env['CI'] ? 'ci' : 'local',
    machine,
    root: io.root,
    spent: { wallMs, beforeWholeMs, processors: availableParallelism() },
    reports: tested.flatMap(({ report }) => readWritten<VitestReport>(io.root, report)),
    lineCoverage: await coverageOf(io.root, packages),
  });
  const silent = tested.filter(({ report }) => !existsSync(join(io.root, report)));
  return { evidence, silent: [...new Set(silent.map(({ folder }) => folder))] };
}

/**
 * Runs test files, each by its package's own vitest, on the GPU of this machine, one package after the other; throws where there is none.
 * Files that the checkout does not have are left out.
 */
export async function runOnHardware(io: Io, commit: Commit, files: readonly string[]): Promise<TestedCommit> {
  const machine = await machineOf(io, 'hardware');
  const present = files.filter((file) => existsSync(join(io.root, file)));
  const reports: VitestReport[] = [];
  const silent: string[] = [];
  for (const [folder, own] of Map.groupBy(present, (file) => file.split('/').slice(0, 2).join('/'))) {
    rmSync(join(io.root, folder, hardwareReport), { force: true });
    await startVitest(io, folder, own);
    if (io.interrupt.aborted) throw new CommandFailure('interrupted', exitCodes.interrupted);
    const [report] = readWritten<VitestReport>(io.root, join(folder, hardwareReport));
    if (report) reports.push(report);
    else silent.push(folder);
  }
  const environment = io.env['CI'] ? ('ci' as const) : ('local' as const);
  const about = { commit: commit.sha, date: commit.date, environment, machine, root: io.root };
  return { evidence: toTestEvidence({ ...about, reports }), silent };
}

function startVitest(io: Io, folder: string, files: readonly string[]): Promise<void> {
  const vitest = join(io.root, folder, 'node_modules/vitest/vitest.mjs');
  if (!existsSync(vitest)) throw new CommandFailure(`${vitest} is not there: run pnpm install`);
  const own = files.map((file) => relative(folder, file));
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${hardwareReport}`];
  return started(io, spawnOptions(io, join(io.root, folder), { [testAdapterVariable]: 'hardware' }), [
    process.execPath,
    [vitest, 'run', ...own, ...reporters],
  ]);
}

async function coverageOf(root: string, packages: readonly string[]) {
  const shares = await Promise.all(packages.map((folder) => linesReached(join(root, folder))));
  return packages.flatMap((folder, at) => {
    const linesPct = shares[at] ?? null;
    return linesPct === null ? [] : [{ package: folder, linesPct }];
  });
}

// Tests open the software adapter that every machine has. A checkout without a family has nobody to ask for it, and one whose
// family does not start has tests that say so.
async function testedMachine(io: Io): Promise<Machine | null> {
  try {
    return await machineOf(io, 'software');
  } catch (error) {
    if (!(error instanceof CommandFailure) || error.exitCode === exitCodes.interrupted) throw error;
    io.err(`the evidence will not say which adapter the tests opened: ${error.message}\n`);
    return null;
  }
}

async function machineOf(io: Io, kind: 'software' | 'hardware'): Promise<Machine | null> {
  const [family] = findFamilies(io.root);
  if (!family) return null;
  const events = await ask(io, family.entry, { args: ['profile'], job: { gpu: { kind }, seed: 1 } });
  return events.find((event) => event.type === 'machine')?.machine ?? null;
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
  return started(io, spawnOptions(io, io.root, { KERNEL_LADDER_COVERAGE: '1' }), [
    pnpm,
    [...recursive, ...reporters],
  ]);
}

function spawnOptions(io: Io, cwd: string, env: { readonly [name: string]: string }) {
  return { cwd, env: { ...io.env, ...env }, detached: true };
}

// What it says passes through; an interrupt ends it with all that it has started.
function started(
  io: Io,
  options: ReturnType<typeof spawnOptions>,
  [program, args]: readonly [string, readonly string[]],
): Promise<void> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
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
