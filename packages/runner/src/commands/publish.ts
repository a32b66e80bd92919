// `bench publish`: history → static data for the dashboard.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  buildSite,
  curriculumFiles,
  dataName,
  seriesRuns,
  judgementFile,
  kernelFiles,
  mayCompare,
  orderRuns,
  seriesFiles,
  speedFile,
} from '@kernel-ladder/publish';
import type { DataFile, SiteData, SourcedRun } from '@kernel-ladder/publish';
import { InvalidDocument, readJson } from '@kernel-ladder/schema';
import type { KernelText } from '@kernel-ladder/schema';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { readSourcedRuns } from '../files/history.ts';
import { textOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import { ancestry } from '../files/git.ts';
import { readHistoryKernels, readLocalKernels } from '../files/kernels.ts';
import type { Io } from '../io.ts';
import { readNoise } from '../judge/noise.ts';
import { completeBy } from '../publish/completion.ts';
import { fillPublishFolder, openPublishFolder } from '../publish/folder.ts';

/** Publishes the history. */
export const publish: Command = {
  usage: 'bench publish [--out DIR] [--history DIR] [--local]',
  summary: 'turns the history into the dashboard’s data files',
  flags: {
    out: {
      value: 'DIR',
      help: 'where to: a new folder, or one that publish filled (default dashboard/public/data)',
    },
    history: { value: 'DIR', help: 'the history’s folder (default dashboard/history)' },
    local: { help: 'include the run files in results/' },
  },
  execute: async (given, io) => {
    const named = textOf(given, 'out');
    const out = resolve(io.cwd, named ?? join(io.root, 'dashboard', 'public', 'data'));
    const folder = openPublishFolder(out, named === undefined ? out : `--out ${named}`);
    const history = historyOf(given, io);
    // Minutes for a long history.
    const site = io.mortally(() => makeSite(history, given, io));
    await fillPublishFolder(folder, site.files, io.interrupt);
    report(io, { ...site, out });
    return site.faults.length > 0 ? exitCodes.usage : exitCodes.passed;
  },
};

interface Site extends DataFiles {
  readonly runs: number;
  readonly families: number;
}

function makeSite(history: string, given: Given, io: Io): Site {
  const read = readAll(history, given, io);
  const places = ancestry(io.root);
  const runs = orderRuns(seriesRuns(read.runs), places);
  const site = buildSite(runs, places, new Set(read.kernels.map(({ hash }) => hash)));
  const judgement = judgementFiles(site, history, runs);
  const curriculum = completionFiles(io.root, runs);
  const files = [
    ...seriesFiles(site, runs),
    ...kernelFiles(site, read.kernels),
    ...judgement.files,
    ...site.index.machines.map(({ machine: { key } }) => speedFile(key, runs)),
    ...curriculum.files,
    ...qualityFile(io.root),
  ];
  const faults = [...read.faults, ...judgement.faults, ...curriculum.faults];
  return { files, faults, runs: runs.length, families: site.families.length };
}

/** Files to write, and what had to be left out. */
interface DataFiles {
  readonly files: readonly DataFile[];
  readonly faults: readonly string[];
}

// Whoever names a history means one that is there; a checkout without one has a site without runs.
function historyOf(given: Given, io: Io): string {
  const named = textOf(given, 'history');
  if (named === undefined) return join(io.root, 'dashboard', 'history');
  const folder = resolve(io.cwd, named);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new CommandFailure(
    `--history ${named} is no folder: give the one that \`bench record --history\` adds to`,
  );
}

interface Sources {
  readonly runs: readonly SourcedRun[];
  readonly kernels: readonly KernelText[];
  readonly faults: readonly string[];
}

function readAll(history: string, given: Given, io: Io): Sources {
  const results = join(io.root, 'results');
  const isLocal = given.flags['local'] === true;
  const { runs, faults } = readSourcedRuns({ history, results: isLocal ? results : null });
  // A text that cannot be read is one that the site does not have.
  const texts = [readHistoryKernels(history), ...(isLocal ? [readLocalKernels(results)] : [])];
  return {
    runs,
    kernels: texts.flatMap(({ values }) => values),
    faults: [...faults, ...texts.flatMap((each) => each.faults)],
  };
}

// Nobody judges times that may not be compared.
function judgementFiles({ index }: SiteData, history: string, runs: readonly SourcedRun[]): DataFiles {
  const judged = index.machines
    .filter((entry) => mayCompare([entry]).may)
    .map(({ machine: { key } }) => {
      const { noiseOf, faults } = readNoise(history, key);
      return { file: judgementFile(key, runs, noiseOf), faults };
    });
  return { files: judged.map(({ file }) => file), faults: judged.flatMap(({ faults }) => faults) };
}

// A fault in the learner's own files costs the curriculum its page, and the rest nothing.
function completionFiles(root: string, runs: readonly SourcedRun[]): DataFiles {
  try {
    const { curriculum, done, faults } = completeBy(root, runs);
    return { files: curriculumFiles(curriculum, done), faults };
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error;
    return { files: [], faults: [error.message] };
  }
}

function qualityFile(root: string): readonly DataFile[] {
  const file = join(root, 'packages', 'stats', 'quality', 'quality.json');
  if (!existsSync(file)) return [];
  return [{ name: dataName.quality, content: readJson(file, readFileSync(file, 'utf8')) }];
}

function report(io: Io, { faults, runs, families, out }: Site & { readonly out: string }): void {
  for (const fault of faults) io.err(`left out: ${fault}\n`);
  io.err(`published ${runs} runs as ${families} series files in ${out}\n`);
}
