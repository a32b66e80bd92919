// A page of a machine's runs: 256 of them in commit order. Each is made by itself, and stays as it is while newer runs come.
import { isSamePeer, packRows, sha256 } from '@kernel-ladder/schema';
import type { CaseHistory, Columns, Peer, SiteCase, SitePoint } from '@kernel-ladder/schema';
import { pick, pointFields } from './digest.ts';
import type { DigestRow } from './digest.ts';
import { isOwn } from './peers.ts';

/** Runs of a page. */
export const pageSize = 256;

/** The results of one run with its place over all pages. */
export interface PlacedRows {
  readonly place: number;
  readonly rows: readonly DigestRow[];
}

/** A result with the place of its run. */
export type PlacedRow = DigestRow & { readonly run: number };

/** The points of one series in a page, in commit order: what judging takes. */
export interface PageSeries {
  readonly id: string;
  readonly family: string;
  readonly isOwn: boolean;
  /** Places of the runs that have it. */
  readonly runs: readonly number[];
  /** Of each the median time in ns where it counts for a verdict; else 0. */
  readonly ns: readonly number[];
  readonly hashes: readonly (string | null)[];
}

/** The run of a family and variant whose checks a reader is shown. */
export interface CheckedRun {
  readonly family: string;
  readonly variant: string;
  /** The newest run that has it, and the newest that has edge cases of it. */
  readonly newest: number;
  readonly covered: number | null;
}

/** What a page says of a family. */
export interface PageFamily {
  readonly family: string;
  readonly runs: number;
  readonly simulated: boolean;
  /** Lists of cases, a case a result, in the order of the runs: together they know every case, and the order of the fullest run. */
  readonly cases: readonly (readonly string[])[];
  readonly kernels: readonly string[];
}

/** A page in short. */
export interface PageSummary {
  readonly series: readonly PageSeries[];
  readonly families: readonly PageFamily[];
  readonly checks: readonly CheckedRun[];
  /** Of every series its newest result, and its newest that may be compared. */
  readonly newest: Columns;
}

/** Sums up the runs of a page, which are in commit order. */
export function summarise(runs: readonly PlacedRows[]): PageSummary {
  const rows = runs.flatMap(({ place, rows: own }) => own.map((row) => ({ ...row, run: place })));
  const bySeries = Map.groupBy(rows, ({ id }) => id);
  return {
    series: [...bySeries].map(([id, own]) => seriesOf(id, own)),
    families: [...Map.groupBy(rows, ({ family }) => family)].map(([family, own]) => familyOf(family, own)),
    checks: [...Map.groupBy(rows, ({ family, variant }) => `${family}/${variant}`).values()].flatMap(
      checkedOf,
    ),
    newest: packRows([...bySeries.values()].flatMap(newestOf)),
  };
}

function seriesOf(id: string, rows: readonly PlacedRow[]): PageSeries {
  return {
    id,
    family: rows[0]?.family ?? '',
    isOwn: rows.every(isOwn),
    runs: rows.map(({ run }) => run),
    ns: rows.map(({ judged, timing }) => (judged && timing ? timing.medianNs : 0)),
    hashes: rows.map(({ kernelHash }) => kernelHash ?? null),
  };
}

function familyOf(family: string, rows: readonly PlacedRow[]): PageFamily {
  const runs = [...Map.groupBy(rows, ({ run }) => run).values()];
  const kernels = new Set(rows.flatMap(({ kernelHash }) => kernelHash ?? []));
  return {
    family,
    runs: runs.length,
    simulated: rows.some(({ simulated }) => simulated),
    cases: distinctLists(runs.map((own) => own.map((row) => row.case))),
    kernels: [...kernels].toSorted(),
  };
}

// Of runs with the same list the newest stands for all.
function distinctLists(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const newestFirst = new Map(lists.toReversed().map((list) => [list.join('\n'), list]));
  return [...newestFirst.values()].toReversed();
}

function checkedOf(rows: readonly PlacedRow[]): readonly CheckedRun[] {
  const last = rows.at(-1);
  if (!last) return [];
  const { family, variant, run: newest } = last;
  return [{ family, variant, newest, covered: rows.findLast(({ checked }) => checked)?.run ?? null }];
}

function newestOf(rows: readonly PlacedRow[]): readonly PlacedRow[] {
  const last = rows.at(-1);
  const compared = rows.findLast(({ comparable, timing }) => comparable && timing);
  return [...new Set([compared, last])].filter((row) => row !== undefined);
}

/** A file's part of a case's name: names of cases may be longer than names of files, and of any characters but blanks and slashes. */
export function caseFile(name: string): CaseHistory['file'] {
  return sha256(name).slice(0, 16);
}

/** The points of every case in a page; a machine's key and the page's number stand in each. */
export function casesOf(
  { machineKey, page }: Pick<SiteCase, 'machineKey' | 'page'>,
  runs: readonly PlacedRows[],
): readonly SiteCase[] {
  const rows = runs
    .flatMap(({ place, rows: own }) => own.map((row) => ({ ...row, run: place })))
    .toReversed();
  return [...Map.groupBy(rows, (row) => `${row.family} ${row.case}`).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const peers = distinctPeers(own.flatMap(({ peer }) => peer ?? []));
    const series = [...Map.groupBy(own, ({ id }) => id)].map(([id, points]) => ({
      id,
      points: packRows(points.map((row) => pointOf(row, peers))),
    }));
    const known = peers.length > 0 ? { peers } : {};
    return [{ schemaVersion: 1, machineKey, family: first.family, case: first.case, page, ...known, series }];
  });
}

/** Peers, each once. */
export function distinctPeers(peers: readonly Peer[]): readonly Peer[] {
  return peers.reduce<readonly Peer[]>(
    (known, peer) => (known.some((one) => isSamePeer(one, peer)) ? known : [...known, peer]),
    [],
  );
}

/** A result as a point; it names its peer by its place, so that names, settings and clocks stand once. */
export function pointOf(row: PlacedRow, peers: readonly Peer[]): SitePoint {
  const { run, peer, comparableReasons } = row;
  return {
    run,
    ...(peer ? { peer: peers.findIndex((one) => isSamePeer(one, peer)) } : {}),
    ...(comparableReasons ? { comparableReasons } : {}),
    ...pick(row, pointFields),
  };
}
