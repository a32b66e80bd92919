// The site's data files from a history: digests of all runs, pages, verdicts, and the few runs that are read whole.
import {
  byMachine,
  checkedEntries,
  checksFile,
  entryOf,
  familiesOf,
  familyFile,
  indexFile,
  indexOf,
  judgementFile,
  kernelFiles,
  ladderEntries,
  mayCompare,
  orderEntries,
  pageSize,
  runFiles,
  speedFile,
  timesOf,
} from '@kernel-ladder/publish';
import type { DataFile, KnownMachine, MachineEntries, RunEntry, SummedMachine } from '@kernel-ladder/publish';
import { familyLadders } from '@kernel-ladder/schema';
import type { FamilyLadder, KernelText, SiteChecks } from '@kernel-ladder/schema';
import { gather, historyFiles, jsonFiles, readBytes } from '@kernel-ladder/schema/node';
import { readRun } from '../files/files.ts';
import { ancestry } from '../files/git.ts';
import { readHistoryKernels, readLocalKernels } from '../files/kernels.ts';
import { readNoise } from '../judge/noise.ts';
import { contentHash, openCache } from './cache.ts';
import type { Cache } from './cache.ts';
import { completionFiles } from './curriculum.ts';
import type { SiteFile } from './folder.ts';
import { gridDocuments } from './grid.ts';
import { openPool } from './pool.ts';
import type { Pool } from './pool.ts';
import { createReader } from './reader.ts';
import type { Reader } from './reader.ts';
import { keepDigest, keptRows } from './work.ts';

/** Where a site's data comes from. */
export interface SiteSources {
  readonly root: string;
  readonly history: string;
  /** The folder of run files that are in no history yet; null to leave them out. */
  readonly results: string | null;
}

/** Files to write, and what had to be left out. */
export interface Site {
  readonly files: readonly SiteFile[];
  readonly faults: readonly string[];
  readonly runs: number;
  readonly families: number;
}

interface Making extends SiteSources {
  readonly cache: Cache;
  readonly pool: Pool;
}

/** Makes the site's data. What was made before of the same content by the same code is taken from the checkout's cache. */
export async function makeSite(sources: SiteSources): Promise<Site> {
  const cache = openCache(sources.root);
  const files = historyFiles(sources.history);
  const pool = openPool(cache, files.length);
  try {
    return await makeFrom({ ...sources, cache, pool }, files);
  } finally {
    await pool.close();
  }
}

async function makeFrom(making: Making, files: readonly string[]): Promise<Site> {
  const { cache } = making;
  const read = await readEntries(making, files);
  const entries = orderEntries(read.entries, ancestry(making.root));
  const kernels = readKernels(making);
  const machines = byMachine(entries);
  const summing = sumMachines(making, machines);
  // While the threads make pages.
  const whole = createReader();
  const curriculum = completionFiles({ root: making.root, cache, entries, whole });
  const ladders = familyLadders(whole(inOrder(entries, ladderEntries(entries))).map(({ run }) => run));
  const summed = await summing;
  const judgement = await judgementFiles(making, summed);
  const shown = summed.map(({ machine }) =>
    shownMachine(making, machine, { ladders, kernels: kernels.values, whole }),
  );
  const families = shown.flatMap((one) => one.families);
  const made: readonly DataFile[] = [
    indexFile(indexOf(shown.map(({ known }) => known))),
    ...shown.flatMap((one) => one.files),
    ...kernelFiles(families, kernels.values),
    ...judgement.files,
    ...curriculum.files,
    ...shown.flatMap(({ known, checks }) =>
      gridDocuments(known, { ladders, checks, judgements: judgement.files, total: curriculum.total }),
    ),
  ];
  return {
    files: [...made, ...summed.flatMap((one) => one.files)],
    faults: [...read.faults, ...kernels.faults, ...judgement.faults, ...curriculum.faults],
    runs: entries.length,
    families: families.length,
  };
}

// As many files as take a thread about a tenth of a second.
const filesAtOnce = 32;

async function readEntries({ cache, pool, results }: Making, files: readonly string[]) {
  const heads = await pool.all('digest', chunks(files, filesAtOnce));
  const recorded = heads
    .flat()
    .map((one) => ('head' in one ? entryOf(one.head, { ...one, local: false }) : one.fault));
  const local = gather(results === null ? [] : jsonFiles(results), (file) => {
    const run = readRun(file);
    const content = contentHash(readBytes(file));
    return entryOf(keepDigest(cache, content, run), { file, content, local: true });
  });
  return {
    entries: [...recorded.filter((one) => typeof one !== 'string'), ...local.values],
    faults: [...recorded.filter((one) => typeof one === 'string'), ...local.faults],
  };
}

function chunks<Value>(values: readonly Value[], size: number): readonly (readonly Value[])[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) =>
    values.slice(at * size, (at + 1) * size),
  );
}

// A text that cannot be read is one that the site does not have.
function readKernels({ history, results }: Making): {
  readonly values: readonly KernelText[];
  readonly faults: readonly string[];
} {
  const texts = [readHistoryKernels(history), ...(results === null ? [] : [readLocalKernels(results)])];
  return { values: texts.flatMap(({ values }) => values), faults: texts.flatMap(({ faults }) => faults) };
}

interface Summed {
  readonly machine: SummedMachine;
  readonly files: readonly SiteFile[];
}

function sumMachines(
  { cache, pool }: Making,
  machines: readonly MachineEntries[],
): Promise<readonly Summed[]> {
  return Promise.all(
    machines.map(async ({ key, entries }) => {
      const runs = entries.map(({ content }, place) => ({ place, content }));
      const sharded = runs.length > pageSize;
      const jobs = chunks(runs, pageSize).map((own, page) => ({ machineKey: key, page, runs: own, sharded }));
      const pages = await pool.all('page', jobs);
      const files = pages.flatMap(({ files: own }) =>
        own.map(({ name, entry }): SiteFile => ({ name, kept: { cache, entry } })),
      );
      return { machine: { key, entries, pages: pages.map(({ summary }) => summary) }, files };
    }),
  );
}

function inOrder(entries: readonly RunEntry[], some: readonly RunEntry[]): readonly RunEntry[] {
  const chosen = new Set(some);
  return entries.filter((entry) => chosen.has(entry));
}

const seriesAtOnce = 8;

// Nobody judges times that may not be compared.
async function judgementFiles({ pool, history }: Making, summed: readonly Summed[]) {
  const judged = summed
    .filter(({ machine: { key, entries } }) =>
      entries.every(({ head }) => mayCompare([{ machine: { key, software: head.software } }]).may),
    )
    .map(async ({ machine }) => {
      const { noiseOf, faults } = readNoise(history, machine.key);
      const times = timesOf(machine, noiseOf);
      const series = await pool.all('judge', chunks(times.series, seriesAtOnce));
      return { file: judgementFile(times, series.flat()), faults };
    });
  const made = await Promise.all(judged);
  return { files: made.map(({ file }) => file), faults: made.flatMap(({ faults }) => faults) };
}

interface Shown {
  readonly known: KnownMachine;
  readonly families: ReturnType<typeof familiesOf>;
  readonly checks: readonly SiteChecks[];
  readonly files: readonly DataFile[];
}

interface Parts {
  readonly ladders: readonly FamilyLadder[];
  readonly kernels: readonly KernelText[];
  readonly whole: Reader;
}

function shownMachine({ cache }: Making, machine: SummedMachine, { ladders, kernels, whole }: Parts): Shown {
  const isOnePage = machine.pages.length === 1;
  const rows = machine.entries.flatMap(({ content }, run) =>
    isOnePage ? keptRows(cache, content).map((row) => ({ ...row, run })) : [],
  );
  const checked = checkedEntries(machine);
  const runs = whole(inOrder(machine.entries, checked));
  const [profile] = whole(checked.slice(-1));
  if (!profile) throw new Error(`${machine.key}: no run`);
  const known = { ...machine, machine: profile.run.machine, rows: isOnePage ? rows : null };
  const families = familiesOf(known, ladders, new Set(kernels.map(({ hash }) => hash)));
  const simulated = new Set(
    machine.pages.flatMap((page) => page.families.filter((one) => one.simulated).map(({ family }) => family)),
  );
  const checks = families.map((family) => checksFile(family, simulated.has(family.family), runs));
  const files = [...families.map(familyFile), ...checks, speedFile(machine)];
  return {
    known,
    families,
    checks: checks.map(({ content }) => content),
    files: isOnePage ? files : [...files, ...runFiles(machine)],
  };
}
