// The work of publishing that is done piece by piece, in threads where there is much of it: digests of runs, pages, verdicts, files to write.
import { caseFileOf, casesOf, judgeTimes, summarise } from '@kernel-ladder/publish';
import type { LevelTimes, PageSummary, PlacedRows, Verdict } from '@kernel-ladder/publish';
import type { SiteCase } from '@kernel-ladder/schema';
import { contentHash, isKept, keep, keepParts, kept, keptParts } from './cache.ts';
import type { Cache } from './cache.ts';
import { readHeads } from './heads.ts';
import type { FilesToRead, ReadHead } from './heads.ts';
import { stageKept } from './staging.ts';
import type { KeptFiles } from './staging.ts';
import { columnsOfAll } from './packs.ts';
import type { DigestPlace } from './packs.ts';

/** A run of a page: its place over all pages, its content's hash, and where its digest is. */
export interface PagedRun {
  readonly place: number;
  readonly content: string;
  readonly digest: DigestPlace;
}

/** A page to make; `sharded` where the points of its cases are files of their own. */
export interface PageJob {
  readonly machineKey: string;
  readonly page: number;
  readonly runs: readonly PagedRun[];
  readonly sharded: boolean;
}

/** A page with the names of the files of its cases in the site, whose texts are the parts of an entry of the cache. */
export interface MadePage {
  readonly summary: PageSummary;
  readonly entry: string;
  readonly files: readonly string[];
}

/** What each kind of work takes and gives. */
export interface Work {
  readonly digest: { readonly takes: FilesToRead; readonly gives: readonly ReadHead[] };
  readonly page: { readonly takes: PageJob; readonly gives: MadePage };
  readonly judge: { readonly takes: readonly LevelTimes[]; readonly gives: readonly Verdict[] };
  readonly stage: { readonly takes: KeptFiles; readonly gives: readonly string[] | null };
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
  digest: readHeads,
  page: makePage,
  judge: judgeSeries,
  stage: stageKept,
};

/** How long a piece takes about, in ms: what is dealt out beforehand is to end together. */
export const weights: { readonly [Kind in WorkKind]: (takes: Work[Kind]['takes']) => number } = {
  digest: ({ files, known }) => 1.5 * (files.length - known.filter((one) => one).length),
  page: ({ runs }) => 1.4 * runs.length,
  judge: (series) => series.reduce((sum, { ns }) => sum + 0.005 * ns.length, 0),
  stage: ({ files }) => 0.15 * files.length,
};

function makePage(cache: Cache, job: PageJob): MadePage {
  const runs = job.runs.map(({ place, content }) => [place, content]);
  const entry = `pages/${contentHash(JSON.stringify({ ...job, runs }))}`;
  const [known] = keptParts(cache, entry) ?? [];
  if (known === undefined) return keepPage(cache, entry, job);
  const page = JSON.parse(known.toString('utf8')) as KeptPage;
  const isWhole = page.files.length === 0 || isKept(cache, casesOfPage(entry));
  return isWhole ? { ...page, entry: casesOfPage(entry) } : keepPage(cache, entry, job);
}

// Who sums up pages does not read the points in them.
const casesOfPage = (entry: string) => `${entry}.cases`;

type KeptPage = Omit<MadePage, 'entry'>;

function keepPage(cache: Cache, entry: string, job: PageJob): MadePage {
  const columns = columnsOfAll(
    cache,
    job.runs.map(({ digest }) => digest),
  );
  const runs = columns.map((rows, at): PlacedRows => ({ place: job.runs[at]?.place ?? -1, rows }));
  const summary = summarise(runs);
  const files: string[] = [];
  if (job.sharded) keepParts(cache, casesOfPage(entry), contentsOf(casesOf(job, runs), files));
  const page: KeptPage = { summary, files };
  keepParts(cache, entry, [page]);
  return { ...page, entry: casesOfPage(entry) };
}

// One after the other, with their names: what lies in memory while others are made is looked through again and again.
function* contentsOf(cases: Iterable<SiteCase>, names: string[]): Generator<unknown> {
  for (const one of cases) {
    const { name, content } = caseFileOf(one);
    names.push(name);
    yield content;
  }
}

function judgeSeries(cache: Cache, series: readonly LevelTimes[]): readonly Verdict[] {
  const name = `judged/${contentHash(JSON.stringify(series.map(hashed)))}`;
  const known = kept(cache, name);
  if (known) return JSON.parse(known[0] ?? '') as readonly Verdict[];
  const judged = series.map(judgeTimes);
  keep(cache, name, [judged]);
  return judged;
}

// Numbers by their bytes: as text they are long.
function hashed({ ns, kernels, ...own }: LevelTimes) {
  return { ...own, numbers: [ns, kernels].map(({ buffer }) => contentHash(new Uint8Array(buffer))) };
}
