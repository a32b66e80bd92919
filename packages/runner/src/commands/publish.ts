// `bench publish`: history → static data for the dashboard.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseCompletion, parseItems } from '@kernel-ladder/curriculum';
import {
  InvalidDocument,
  parseSiteChecks,
  parseSiteFamily,
  parseSiteIndex,
  parseSiteJudgement,
  readJson,
} from '@kernel-ladder/schema';
import type { Command } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { jsonFiles, readRuns } from '../files/files.ts';
import { textOf } from '../flags.ts';
import type { Given } from '../flags.ts';
import { ancestry } from '../files/git.ts';
import { historyFiles } from '../files/history.ts';
import type { Io } from '../io.ts';
import { readNoise } from '../judge/noise.ts';
import { fillPublishFolder, openPublishFolder } from '../publish/folder.ts';
import type { DataFile } from '../publish/folder.ts';
import { checksOf } from '../publish/site-checks.ts';
import { siteCurriculum } from '../publish/site-curriculum.ts';
import { judgeMachine } from '../publish/site-judge.ts';
import { buildSite, dedupe, orderRuns } from '../publish/site.ts';
import type { SiteData, SourcedRun } from '../publish/site.ts';

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
    const read = readSources(history, given, io);
    const places = ancestry(io.root);
    const runs = orderRuns(dedupe(read.runs), places);
    const site = buildSite(runs, places);
    const judgement = judgementFiles(site, history, runs);
    const curriculum = curriculumFiles(io.root, runs);
    const files = [
      ...familyFiles(site),
      ...checkFiles(site, runs),
      ...judgement.files,
      ...curriculum.files,
      ...qualityFile(io.root),
    ];
    fillPublishFolder(folder, files);
    const faults = [...read.faults, ...judgement.faults, ...curriculum.faults];
    report(io, { faults, runs: read.runs.length, families: site.families.length, out });
    return faults.length > 0 ? exitCodes.usage : exitCodes.passed;
  },
};

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

function readSources(
  history: string,
  given: Given,
  io: Io,
): { readonly runs: readonly SourcedRun[]; readonly faults: readonly string[] } {
  const local = given.flags['local'] === true ? jsonFiles(join(io.root, 'results')) : [];
  const [recorded, own] = [readRuns(historyFiles(history)), readRuns(local)];
  return {
    runs: [
      ...recorded.runs.map((run) => ({ run, local: false })),
      ...own.runs.map((run) => ({ run, local: true })),
    ],
    faults: [...recorded.faults, ...own.faults],
  };
}

function familyFiles({ index, families }: SiteData): readonly DataFile[] {
  return [
    { name: 'index.json', content: parseSiteIndex('index.json', index) },
    ...families.map((family) => {
      const name = join(family.machineKey, `${family.family}.json`);
      return { name, content: parseSiteFamily(name, family) };
    }),
  ];
}

function checkFiles({ families }: SiteData, runs: readonly SourcedRun[]): readonly DataFile[] {
  return families.map(({ machineKey, family, series }) => {
    const variants = [...new Set(series.map(({ variant }) => variant))];
    const name = join('checks', machineKey, `${family}.json`);
    return { name, content: parseSiteChecks(name, checksOf(machineKey, { name: family, variants }, runs)) };
  });
}

// A software adapter's times mean nothing, so nobody judges them.
function judgementFiles({ index }: SiteData, history: string, runs: readonly SourcedRun[]): DataFiles {
  const judged = index.machines
    .filter(({ machine }) => !machine.software)
    .map(({ machine: { key } }) => {
      const { noiseOf, faults } = readNoise(history, key);
      const name = join('judgement', `${key}.json`);
      const content = parseSiteJudgement(name, judgeMachine(key, runs, noiseOf));
      return { file: { name, content }, faults };
    });
  return { files: judged.map(({ file }) => file), faults: judged.flatMap(({ faults }) => faults) };
}

// A fault in the learner's own files costs the curriculum its page, and the rest nothing.
function curriculumFiles(root: string, runs: readonly SourcedRun[]): DataFiles {
  try {
    const { completion, items } = siteCurriculum(root, runs);
    const [states, asked] = [join('curriculum', 'completion.json'), join('curriculum', 'items.json')];
    const files = [
      { name: states, content: parseCompletion(states, completion) },
      { name: asked, content: parseItems(asked, items) },
    ];
    return { files, faults: [] };
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error;
    return { files: [], faults: [error.message] };
  }
}

function qualityFile(root: string): readonly DataFile[] {
  const file = join(root, 'packages', 'stats', 'quality', 'quality.json');
  if (!existsSync(file)) return [];
  return [{ name: 'quality.json', content: readJson(file, readFileSync(file, 'utf8')) }];
}

interface Published {
  readonly faults: readonly string[];
  readonly runs: number;
  readonly families: number;
  readonly out: string;
}

function report(io: Io, { faults, runs, families, out }: Published): void {
  for (const fault of faults) io.err(`left out: ${fault}\n`);
  io.err(`published ${runs} runs as ${families} series files in ${out}\n`);
}
