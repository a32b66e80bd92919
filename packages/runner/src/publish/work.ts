// The work of publishing that is done piece by piece, in threads where there is much of it: digests of runs, pages, verdicts.
import { basename, dirname, join } from 'node:path';
import { caseFileOf, casesOf, digestOf, judgeTimes, rowsOf, summarise } from '@kernel-ladder/publish';
import type {
  DigestRow,
  JudgedTimes,
  PageSummary,
  PlacedRows,
  RunHead,
  SeriesTimes,
} from '@kernel-ladder/publish';
import { InvalidDocument, joinColumns, validateRun } from '@kernel-ladder/schema';
import type { Columns, Run } from '@kernel-ladder/schema';
import { parseRunBytes, readBytes } from '@kernel-ladder/schema/node';
import { contentHash, keep, kept } from './cache.ts';
import type { Cache } from './cache.ts';
import { keepSeries, keptSeries } from './series.ts';

/** A run file that was read, or why it is left out. */
export type ReadHead =
  | { readonly file: string; readonly content: string; readonly head: RunHead }
  | { readonly file: string; readonly fault: string };

/** A run of a page: its place over all pages and its content's hash. */
export interface PagedRun {
  readonly place: number;
  readonly content: string;
}

/** A page to make; `sharded` where the points of its cases are files of their own. */
export interface PageJob {
  readonly machineKey: string;
  readonly page: number;
  readonly runs: readonly PagedRun[];
  readonly sharded: boolean;
}

/** A page with the files of its cases: names in the site, and entries of the cache. */
export interface MadePage {
  readonly summary: PageSummary;
  readonly files: readonly { readonly name: string; readonly entry: string }[];
}

/** What each kind of work takes and gives. */
export interface Work {
  readonly digest: { readonly takes: readonly string[]; readonly gives: readonly ReadHead[] };
  readonly page: { readonly takes: PageJob; readonly gives: MadePage };
  readonly judge: { readonly takes: readonly SeriesTimes[]; readonly gives: readonly JudgedTimes[] };
}

/** The kinds. */
export type WorkKind = keyof Work;

/** A piece of work as it is sent to a thread; the answer has its id. */
export interface Piece {
  readonly id: number;
  readonly kind: WorkKind;
  readonly takes: unknown;
}

/** The answer. */
export interface Done {
  readonly id: number;
  readonly gives: unknown;
}

/** Does a piece of work. */
export const workers: {
  readonly [Kind in WorkKind]: (cache: Cache, takes: Work[Kind]['takes']) => Work[Kind]['gives'];
} = {
  digest: (cache, files) => files.map((file) => readHead(cache, file)),
  page: makePage,
  judge: judgeSeries,
};

const digestName = (content: string) => `runs/${content.slice(0, 2)}/${content}`;

function readHead(cache: Cache, file: string): ReadHead {
  try {
    const bytes = readBytes(file);
    const content = contentHash(bytes);
    const head = keptHead(cache, content) ?? digestFile(cache, { file, bytes, content });
    refuseOtherFolder(file, head);
    return { file, content, head };
  } catch (error) {
    if (error instanceof InvalidDocument) return { file, fault: error.message };
    throw error;
  }
}

// Without its series a digest is none.
function keptHead(cache: Cache, content: string): RunHead | null {
  const [text] = kept(cache, digestName(content)) ?? [];
  const head = text === undefined ? null : (JSON.parse(text) as RunHead);
  return head && keptSeries(cache, head.tells) ? head : null;
}

function digestFile(
  cache: Cache,
  { file, bytes, content }: { readonly file: string; readonly bytes: Buffer; readonly content: string },
): RunHead {
  const run = validateRun(file, parseRunBytes(file, bytes));
  return keepDigest(cache, content, run);
}

/** Digests a run and keeps it under its content's hash. */
export function keepDigest(cache: Cache, content: string, run: Run): RunHead {
  const { head, series, points } = digestOf(run);
  keepSeries(cache, head.tells, series);
  keep(cache, digestName(content), [head, points]);
  return head;
}

function refuseOtherFolder(file: string, { machineKey }: RunHead): void {
  const folder = basename(dirname(file));
  if (folder !== machineKey)
    throw new InvalidDocument(`${file}: /machine/key: is "${machineKey}", and the folder is "${folder}"`);
}

/** The results of a run that was digested, as rows. Throws where its entry has gone since. */
export function keptRows(cache: Cache, content: string): readonly DigestRow[] {
  return rowsOf(content, keptColumns(cache, content));
}

function keptColumns(cache: Cache, content: string): Columns {
  const name = digestName(content);
  const [head, points] = kept(cache, name) ?? [];
  const series = head === undefined ? null : keptSeries(cache, (JSON.parse(head) as RunHead).tells);
  if (series === null || points === undefined)
    throw new Error(`${join(cache.folder, name)} has changed while it was read: publish again`);
  return joinColumns([series, JSON.parse(points) as Columns]);
}

function makePage(cache: Cache, job: PageJob): MadePage {
  const name = `pages/${contentHash(JSON.stringify(job))}`;
  const known = kept(cache, name);
  const made = known ? (JSON.parse(known[0] ?? '') as MadePage) : null;
  if (made?.files.every(({ entry }) => kept(cache, entry) !== null)) return made;
  const runs = job.runs.map(({ place, content }): PlacedRows => ({
    place,
    rows: keptColumns(cache, content),
  }));
  const files = job.sharded ? keepCases(cache, name, job, runs) : [];
  const fresh = { summary: summarise(runs), files };
  keep(cache, name, [fresh]);
  return fresh;
}

function keepCases(
  cache: Cache,
  folder: string,
  job: PageJob,
  runs: readonly PlacedRows[],
): MadePage['files'] {
  return casesOf(job, runs).map((points, at) => {
    const { name, content } = caseFileOf(points);
    const entry = `${folder}-cases/${at}`;
    keep(cache, entry, [content]);
    return { name, entry };
  });
}

function judgeSeries(cache: Cache, series: readonly SeriesTimes[]): readonly JudgedTimes[] {
  const name = `judged/${contentHash(JSON.stringify(series))}`;
  const known = kept(cache, name);
  if (known) return JSON.parse(known[0] ?? '') as readonly JudgedTimes[];
  const judged = series.map(judgeTimes);
  keep(cache, name, [judged]);
  return judged;
}
