// `bench publish`: history → static data for the dashboard.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSiteFamily, parseSiteIndex } from '@kernel-ladder/schema';
import type { Command } from '../cli.ts';
import { exitCodes } from '../failure.ts';
import { jsonFiles, readRuns, writeWhole } from '../files.ts';
import { textOf } from '../flags.ts';
import { ancestry } from '../git.ts';
import { historyFiles } from '../history.ts';
import type { Io } from '../io.ts';
import { buildSite } from '../site.ts';

/** Publishes the history. */
export const publish: Command = {
  usage: 'bench publish [--out DIR] [--history DIR] [--local]',
  summary: 'turns the history into the dashboard’s data files',
  flags: {
    out: { value: 'DIR', help: 'where to (default dashboard/public/data); the folder is replaced' },
    history: { value: 'DIR', help: 'the history’s folder (default dashboard/history)' },
    local: { help: 'include the run files in results/' },
  },
  execute: async (given, io) => {
    const out = resolve(io.cwd, textOf(given, 'out') ?? join(io.root, 'dashboard', 'public', 'data'));
    const history = resolve(io.cwd, textOf(given, 'history') ?? join(io.root, 'dashboard', 'history'));
    const local = given.flags['local'] === true ? jsonFiles(join(io.root, 'results')) : [];
    const [recorded, own] = [readRuns(historyFiles(history)), readRuns(local)];
    const faults = [...recorded.faults, ...own.faults];
    const runs = [
      ...recorded.runs.map((run) => ({ run, local: false })),
      ...own.runs.map((run) => ({ run, local: true })),
    ];
    const site = buildSite(runs, ancestry(io.root));
    clear(out);
    writeWhole(join(out, 'index.json'), JSON.stringify(parseSiteIndex('index.json', site.index)));
    for (const family of site.families) {
      const file = join(out, family.machineKey, `${family.family}.json`);
      writeWhole(file, JSON.stringify(parseSiteFamily(file, family)));
    }
    report(io, { faults, runs: runs.length, families: site.families.length, out });
    return faults.length > 0 ? exitCodes.usage : exitCodes.passed;
  },
};

// Only what an earlier publish wrote is removed, so that a wrong --out costs nothing.
function clear(out: string): void {
  if (!existsSync(join(out, 'index.json'))) return;
  for (const name of readdirSync(out)) rmSync(join(out, name), { recursive: true });
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
