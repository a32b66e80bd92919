// The points of a case in a long history: the family's file has the newest alone, and pages of 256 runs have all of them.
import { isSamePeer, parseSiteFamily, unpackRows } from '@kernel-ladder/schema';
import type {
  Peer,
  SiteCase,
  SiteFamily,
  SiteMachine,
  SitePoint,
  SiteRun,
  SiteSeries,
} from '@kernel-ladder/schema';
import { caseFile, loadCase, loadRuns } from './data.ts';
import type { Loaded } from './data.ts';
import { once } from './once.ts';

/** Runs of a page; the last page may have fewer. */
const pageSize = 256;
/** A last page with fewer runs is shown with the one before it. */
const fewRuns = 128;

const casePage = once(async (key: string, family: string, file: string, page: string) =>
  loadCase(caseFile(key, family, `${file}-${page}`)),
);
const runPage = once(async (key: string, page: string) => loadRuns(key, page));

/** The pages of a machine's runs that are shown where nobody asks for older ones; none where it has no pages. */
export function newestPages({
  runs,
  runPages = 0,
}: Pick<SiteMachine, 'runs' | 'runPages'>): readonly number[] {
  const last = runPages - 1;
  if (last < 0) return [];
  return runs - last * pageSize < fewRuns && last > 0 ? [last - 1, last] : [last];
}

/** The pages up to the run of this number, counted from 1; the newest where nobody asks for it, or there is no such run. */
export function shownPages(
  machine: Pick<SiteMachine, 'runs' | 'runPages'>,
  until: string | null,
): readonly number[] {
  const newest = newestPages(machine);
  const page = until === null ? Number.NaN : Math.ceil(Number(until) / pageSize) - 1;
  return page >= 0 && page < (newest[0] ?? 0) ? [page] : newest;
}

/** The runs of pages that are shown, counted from 1, and the last runs of the pages beside them; null where there are none. */
export interface ShownRuns {
  readonly first: number;
  readonly last: number;
  readonly older: string | null;
  /** Empty of the newest. */
  readonly newer: string | null;
}

/** Counts the runs that are shown; null where a machine has no pages. */
export function shownRuns(
  machine: Pick<SiteMachine, 'runs' | 'runPages'>,
  pages: readonly number[],
): ShownRuns | null {
  const [page] = pages;
  if (page === undefined) return null;
  const first = page * pageSize + 1;
  const last = Math.min(((pages.at(-1) ?? page) + 1) * pageSize, machine.runs);
  const isNextNewest = newestPages(machine).includes((pages.at(-1) ?? page) + 1);
  return {
    first,
    last,
    older: first > 1 ? String(first - 1) : null,
    newer: last === machine.runs ? null : isNextNewest ? '' : String(last + pageSize),
  };
}

/** Asks for the runs of these pages beforehand. */
export function prefetchRuns(key: string, pages: readonly number[]): void {
  for (const page of pages) void runPage(key, String(page));
}

/**
 * The family with every point of a case in these pages, which follow one another. The family itself where its
 * file has all points already.
 */
export async function withHistory(
  family: SiteFamily,
  caseName: string,
  pages: readonly number[],
): Promise<Loaded<SiteFamily>> {
  const own = family.history?.find((one) => one.case === caseName);
  if (!own || pages.length === 0) return { status: 'loaded', value: family };
  const { machineKey, family: name } = family;
  const having = pages.filter((page) => own.pages.includes(page));
  const [runs, cases] = await Promise.all([
    Promise.all(pages.map((page) => runPage(machineKey, String(page)))),
    Promise.all(having.map((page) => casePage(machineKey, name, own.file, String(page)))),
  ]);
  const loaded = [...runs, ...cases];
  const fault = loaded.find((file) => file.status !== 'loaded');
  if (fault) return absentNamed(fault);
  const [known, points] = [valuesOf(runs), valuesOf(cases)];
  const joined = joinPoints(family, { first: (pages[0] ?? 0) * pageSize, runs: known.flat(), cases: points });
  const file = `${machineKey}/${name}: ${caseName}`;
  try {
    return { status: 'loaded', value: parseSiteFamily(file, joined) };
  } catch (error) {
    return { status: 'malformed', cause: 'content', message: String(error) };
  }
}

// The family's file names it.
function absentNamed(fault: Exclude<Loaded<unknown>, { readonly status: 'loaded' }>): Loaded<never> {
  if (fault.status === 'malformed') return fault;
  const message = `${fault.file}: named by its family’s file, but there is no such file`;
  return { status: 'malformed', cause: 'content', message };
}

function valuesOf<T>(files: readonly Loaded<T>[]): readonly T[] {
  return files.flatMap((file) => (file.status === 'loaded' ? [file.value] : []));
}

/** Pages of runs, of which the first has the place `first`, and the points of one case in them. */
export interface Pages {
  readonly first: number;
  readonly runs: readonly SiteRun[];
  readonly cases: readonly SiteCase[];
}

/** Puts the points of pages into a family; what its file has of runs before and behind them stays. */
export function joinPoints(family: SiteFamily, { first, runs, cases }: Pages): SiteFamily {
  const paged = new Map(runs.map(({ runId }, at) => [runId, at]));
  const others = family.runs.filter(({ runId }) => !paged.has(runId));
  const before = others.filter((run) => isBefore(run, runs));
  const all = [...before, ...runs, ...others.filter((run) => !isBefore(run, runs))];
  const places = new Map(all.map(({ runId }, at) => [runId, at]));
  const peers = unitePeers([family.peers ?? [], ...cases.map((one) => one.peers ?? [])]);
  const found = new Map<string, SitePoint[]>();
  for (const one of cases)
    for (const { id, points } of one.series) {
      // As `parseSiteFamily` says of the whole.
      const rows = unpackRows(id, points) as unknown as readonly SitePoint[];
      const placed = rows.map((point) =>
        placePoint(point, { run: before.length + point.run - first, one, peers }),
      );
      found.set(id, [...(found.get(id) ?? []), ...placed.toReversed()]);
    }
  const isOther = ({ run }: SitePoint) => run < before.length || run >= before.length + runs.length;
  const series = family.series.map((one): SiteSeries => {
    const own = one.points.map((point) => ({
      ...point,
      run: places.get(family.runs[point.run]?.runId ?? '') ?? -1,
    }));
    const points = [...own.filter(isOther), ...(found.get(one.id) ?? [])];
    return { ...one, points: found.has(one.id) ? points.toSorted((a, b) => a.run - b.run) : own };
  });
  return { ...family, ...(peers.length > 0 ? { peers } : {}), runs: all, series };
}

// The file does not say the places of its runs; those of the pages follow one another.
function isBefore({ commit, startedAt }: SiteRun, [first]: readonly SiteRun[]): boolean {
  if (first === undefined) return true;
  const later = Date.parse(first.commit.date) - Date.parse(commit.date);
  return later > 0 || (later === 0 && startedAt < first.startedAt);
}

interface Placing {
  readonly run: number;
  readonly one: SiteCase;
  readonly peers: readonly Peer[];
}

function placePoint(point: SitePoint, { run, one, peers }: Placing): SitePoint {
  const peer = one.peers?.[point.peer ?? -1];
  return { ...point, run, ...(peer ? { peer: peers.findIndex((known) => isSamePeer(known, peer)) } : {}) };
}

// The family's own keep their places.
function unitePeers(lists: readonly (readonly Peer[])[]): readonly Peer[] {
  return lists
    .flat()
    .reduce<readonly Peer[]>(
      (known, peer) => (known.some((one) => isSamePeer(one, peer)) ? known : [...known, peer]),
      [],
    );
}
