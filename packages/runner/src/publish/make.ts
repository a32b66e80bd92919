// The site's data files from a history: digests of all runs, pages, verdicts, and the few runs that are read whole.
import {
  byMachine,
  checkedEntries,
  checksFile,
  commitDocuments,
  commitFiles,
  digestOf,
  entryOf,
  familiesOf,
  familyFile,
  indexFile,
  indexOf,
  kernelFiles,
  ladderEntries,
  lookAtCommits,
  orderEntries,
  perturbedEntries,
  pageSize,
  runFiles,
  speedFile,
} from '@kernel-ladder/publish';
import type {
  CommitLooks,
  DataFile,
  KnownMachine,
  MachineEntries,
  RunEntry,
  SummedMachine,
} from '@kernel-ladder/publish';
import { familyLadders } from '@kernel-ladder/schema';
import type { FamilyLadder, KernelText, SiteChecks, SiteJudgement } from '@kernel-ladder/schema';
import { gather, historyFiles, jsonFiles, readBytes } from '@kernel-ladder/schema/node';
import { readRun } from '../files/files.ts';
import { repositoryOf } from '../files/forge.ts';
import { ancestry } from '../files/git.ts';
import { readHistoryKernels, readLocalKernels } from '../files/kernels.ts';
import { markOf, openCache } from './cache.ts';
import type { Cache } from './cache.ts';
import { chunks, filePieces } from './chunks.ts';
import { newestRunFiles } from './beside.ts';
import { openEvidence } from './completion.ts';
import { completionFiles } from './curriculum.ts';
import type { Begin, SiteFile } from './folder.ts';
import { gridDocuments } from './grid.ts';
import { besideMachines, judgeMachines, mutedIn } from './judged.ts';
import { openListing } from './listing.ts';
import { keepPack, openDigests } from './packs.ts';
import type { Digests } from './packs.ts';
import { openPool } from './pool.ts';
import type { Pool } from './pool.ts';
import { createReader } from './reader.ts';
import type { Reader } from './reader.ts';
import type { SiteSources } from './sources.ts';
import { tuningFiles } from './tables.ts';

/** Files to write, and what had to be left out. */
export interface Site {
  readonly files: readonly SiteFile[];
  readonly faults: readonly string[];
  /** What is not wrong, and somebody should know. */
  readonly remarks: readonly string[];
  readonly runs: number;
  readonly families: number;
}

interface Making extends SiteSources {
  readonly cache: Cache;
  readonly pool: Pool;
  /** Told of files that are known before the others. */
  readonly begin: Begin;
}

/** Makes the site's data. What was made before of the same content by the same code is taken from the checkout's cache. */
export async function makeSite(sources: SiteSources): Promise<Site> {
  return withPool(sources, openCache(sources.root), (make) => make());
}

/**
 * The same, with threads that are there until all that is to be done with the site is done; whoever makes it may be told of files that are
 * known before the others.
 */
export async function withPool<Done>(
  sources: SiteSources,
  cache: Cache,
  use: (make: (begin?: Begin) => Promise<Site>, pool: Pool) => Promise<Done>,
): Promise<Done> {
  const files = historyFiles(sources.history);
  const pool = openPool(cache, files.length);
  try {
    const make = (begin: Begin = (early) => early) => makeFrom({ ...sources, cache, pool, begin }, files);
    return await use(make, pool);
  } finally {
    await pool.close();
  }
}

async function makeFrom(making: Making, files: readonly string[]): Promise<Site> {
  const { root, cache, begin, evidence = openEvidence(root) } = making;
  const read = await readEntries(making, files);
  const digests = openDigests(cache, read.places);
  const entries = orderEntries(read.entries, ancestry(root));
  const kernels = readKernels(making);
  const machines = byMachine(entries);
  const summing = sumMachines({ ...making, digests }, machines); // Meanwhile this thread does the rest.
  const recorded = begin(machines.flatMap((one) => newestRunFiles(one, making.history)));
  const whole = createReader();
  const curriculum = completionFiles({ evidence, cache, digests, entries, whole });
  const ladders = familyLadders(whole(inOrder(entries, ladderEntries(entries))).map(({ run }) => run));
  const summed = await summing;
  const cases = begin(summed.flatMap((one) => one.files));
  const judging = judgeMachines(making, summed); // Meanwhile as well.
  const shown = summed.map(({ machine }) =>
    shownMachine(machine, { ladders, kernels: kernels.values, whole, digests }),
  );
  const judged = await judging;
  const known = shown.map((one) => one.known);
  const beside = besideMachines(making, known, judged);
  const tuning = tuningFiles(making, known);
  const families = shown.flatMap((one) => one.families);
  const made: readonly DataFile[] = [
    indexFile(indexOf(known, { repository: repositoryOf(root), tuned: tuning.families })),
    ...tuning.files,
    ...shown.flatMap((one) => one.files),
    ...kernelFiles(families, kernels.values),
    ...judged.machines.flatMap((one) => one.files),
    ...curriculum.files,
    ...commitsAndGrids(shown, { ladders, judgements: judged.machines.flatMap(mutedIn), curriculum }),
  ];
  return {
    files: [...made, ...cases, ...recorded, ...beside.files],
    faults: [read, kernels, judged, curriculum, tuning].flatMap(({ faults }) => faults),
    remarks: beside.remarks,
    runs: entries.length,
    families: families.length,
  };
}

interface Judged {
  readonly ladders: readonly FamilyLadder[];
  readonly judgements: readonly SiteJudgement[];
  readonly curriculum: ReturnType<typeof completionFiles>;
}

function commitsAndGrids(
  shown: readonly Shown[],
  { ladders, judgements, curriculum: { total } }: Judged,
): readonly DataFile[] {
  return shown.flatMap(({ known, checks, looks }) => [
    ...commitFiles(commitDocuments(known, judgementIn(judgements, known.key), looks)),
    ...gridDocuments(known, { ladders, checks, judgements, total }),
  ]);
}

function judgementIn(judgements: readonly SiteJudgement[], machineKey: string): SiteJudgement | null {
  return judgements.find((one) => one.machineKey === machineKey) ?? null;
}

async function readEntries({ cache, pool, history, results, now }: Making, files: readonly string[]) {
  const listing = openListing(cache, { history, files, ...(now === undefined ? {} : { now }) });
  const pieces = filePieces(files).map((own) => ({ files: own, known: own.map(listing.of) }));
  const read = (await pool.all('digest', pieces)).flat();
  const recorded = read.filter((one) => 'head' in one).map((one) => ({ ...one, local: false }));
  listing.remember(recorded);
  const local = gather(results === null ? [] : jsonFiles(results), (file) => {
    const digest = digestOf(readRun(file));
    const content = markOf(cache, readBytes(file));
    const place = { pack: keepPack(cache, [{ content, digest }]), at: 0, tells: digest.head.tells };
    return { file, content, head: digest.head, place, local: true };
  });
  const runs = [...recorded, ...local.values];
  return {
    entries: runs.map((one) => entryOf(one.head, one)),
    places: new Map(runs.map(({ content, place }) => [content, place])),
    faults: [...read.flatMap((one) => ('fault' in one ? [one.fault] : [])), ...local.faults],
  };
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
  { cache, pool, digests }: Making & { readonly digests: Digests },
  machines: readonly MachineEntries[],
): Promise<readonly Summed[]> {
  return Promise.all(
    machines.map(async ({ key, entries }) => {
      const runs = entries.map(({ content }, place) => ({
        place,
        content,
        digest: digests.placeOf(content),
      }));
      const sharded = runs.length > pageSize;
      const jobs = chunks(runs, pageSize).map((own, page) => ({ machineKey: key, page, runs: own, sharded }));
      const pages = await pool.all('page', jobs);
      const files = pages.flatMap(({ entry, files: own }) =>
        own.map((name, at): SiteFile => ({ name, kept: { cache, entry, part: at } })),
      );
      return { machine: { key, entries, pages: pages.map(({ summary }) => summary) }, files };
    }),
  );
}

function inOrder(entries: readonly RunEntry[], some: readonly RunEntry[]): readonly RunEntry[] {
  const chosen = new Set(some);
  return entries.filter((entry) => chosen.has(entry));
}

interface Shown {
  readonly known: KnownMachine;
  readonly families: ReturnType<typeof familiesOf>;
  readonly checks: readonly SiteChecks[];
  readonly looks: readonly CommitLooks[];
  readonly files: readonly DataFile[];
}

interface Parts {
  readonly ladders: readonly FamilyLadder[];
  readonly kernels: readonly KernelText[];
  readonly whole: Reader;
  readonly digests: Digests;
}

function shownMachine(machine: SummedMachine, { ladders, kernels, whole, digests }: Parts): Shown {
  const isOnePage = machine.pages.length === 1;
  const rows = machine.entries.flatMap(({ content }, run) =>
    isOnePage ? digests.rowsOf(content).map((row) => ({ ...row, run })) : [],
  );
  const checked = checkedEntries(machine);
  const runs = whole(inOrder(machine.entries, checked));
  const [profile] = whole(checked.slice(-1));
  if (!profile) throw new Error(`${machine.key}: no run`);
  const known = { ...machine, machine: profile.run.machine, rows: isOnePage ? rows : null };
  const families = familiesOf(known, ladders, {
    texts: new Set(kernels.map(({ hash }) => hash)),
    perturbed: whole(inOrder(machine.entries, perturbedEntries(machine.entries))),
  });
  const simulated = new Set(
    machine.pages.flatMap((page) => page.families.filter((one) => one.simulated).map(({ family }) => family)),
  );
  const checks = families.map((family) => checksFile(family, simulated.has(family.family), runs));
  const files = [...families.map(familyFile), ...checks, speedFile(machine)];
  return {
    known,
    families,
    checks: checks.map(({ content }) => content),
    looks: lookAtCommits(machine),
    files: isOnePage ? files : [...files, ...runFiles(machine)],
  };
}
