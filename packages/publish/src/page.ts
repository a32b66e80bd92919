// A page of a machine's runs: 256 of them in commit order. Each is made by itself, and stays as it is while newer runs come.
import { doubtOfTime, gather, isSamePeer, packColumn, sha256 } from '@kernel-ladder/schema';
import type { CaseHistory, Columns, Peer, SiteCase, SitePoint } from '@kernel-ladder/schema';
import { pick, pointFields } from './digest.ts';
import type { DigestRow } from './digest.ts';
import { rowsIn } from './page-rows.ts';
import type { BriefRow, PlacedRows } from './page-rows.ts';
import { isOwn } from './peers.ts';

/** Runs of a page. */
export const pageSize = 256;

/** A result with the place of its run. */
export type PlacedRow = DigestRow & { readonly run: number };

/**
 * What a result says of its time, in a letter: it counts between runs (`t`), beside others of its own run alone (`h`), for nothing (`d`);
 * there is nothing to time (`u`); it failed (`f`), was skipped (`s`).
 */
export type PointMark = 't' | 'h' | 'd' | 'u' | 'f' | 's';

/** The points of one series in a page, in commit order: what judging takes, and what rows of the grid are made of. */
export interface PageSeries {
  readonly id: string;
  readonly family: string;
  readonly isOwn: boolean;
  /** Places of the runs that have it. */
  readonly runs: readonly number[];
  /** Of each the median time in ns; 0 where it has none. */
  readonly ns: readonly number[];
  /** A letter for each. */
  readonly marks: string;
  /** Whether any is somebody else's, with a name and a version. */
  readonly isPeer: boolean;
  /** Why a time counts for nothing, by the place of the point; of the others there is nothing to say. */
  readonly reasons: readonly (readonly [place: number, reason: string])[];
  /** The kernel of a point and of those behind it, up to the next place; null where nobody knows it. */
  readonly hashes: readonly (readonly [place: number, hash: string | null])[];
  /** What share of full clock is behind a time, by the place of the point; the others left the clock up. */
  readonly clocks: readonly (readonly [place: number, clock: number])[];
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
  const { tables, rows } = rowsIn(runs);
  const bySeries = Map.groupBy(rows, ({ brief }) => brief.id);
  const byFamily = Map.groupBy(rows, ({ brief }) => brief.family);
  const byVariant = Map.groupBy(rows, ({ brief }) => brief.variantName);
  const newest = [...bySeries.values()].flatMap(newestOf);
  return {
    series: [...bySeries].map(([id, own]) => seriesOf(id, own)),
    families: [...byFamily].map(([family, own]) => familyOf(family, own)),
    checks: [...byVariant.values()].flatMap(checkedOf),
    newest: withRuns(gather(tables, [...tables.keys()], newest), newest),
  };
}

// Columns that the digest does not have; of their peers those that have any.
function withRuns(columns: Columns, rows: readonly BriefRow[], peers: readonly Peer[] = []): Columns {
  const run = packColumn(rows.map((row) => row.run));
  const places = peers.length > 0 ? rows.map(({ brief }) => placeOfPeer(brief.peer, peers) ?? null) : [];
  const isNamed = places.some((place) => place !== null);
  const own = isNamed ? { run, peer: packColumn(places) } : { run };
  return { ...columns, columns: { ...own, ...columns.columns } };
}

function seriesOf(id: string, rows: readonly BriefRow[]): PageSeries {
  return {
    id,
    family: rows[0]?.brief.family ?? '',
    isOwn: rows.every(({ brief }) => isOwn(brief)),
    runs: rows.map(({ run }) => run),
    ns: rows.map(({ ns }) => (Number.isNaN(ns) ? 0 : ns)),
    marks: rows.map(markOf).join(''),
    isPeer: rows.some(({ brief }) => brief.peer !== undefined),
    reasons: rows.flatMap((row, place) => {
      const reason = doubtOf(row);
      return reason === null ? [] : [[place, reason] as const];
    }),
    hashes: rows.flatMap(({ brief: { kernelHash = null } }, place) =>
      place > 0 && kernelHash === (rows[place - 1]?.brief.kernelHash ?? null)
        ? []
        : [[place, kernelHash] as const],
    ),
    clocks: rows.flatMap(({ clock }, place) => (Number.isNaN(clock) ? [] : [[place, clock] as const])),
  };
}

function doubtOf({ ns, brief }: BriefRow): string | null {
  const { status, reason, comparable, comparableReasons = [] } = brief;
  if (status !== 'passed') return reason ? `${reason.code}: ${reason.message}` : 'no reason recorded';
  if (comparable !== false) return Number.isNaN(ns) ? 'not timed' : null;
  if (comparableReasons.length === 0) return 'no reason recorded';
  return comparableReasons.map((each) => each.replaceAll('-', ' ')).join(', ');
}

function markOf({ ns, brief }: BriefRow): PointMark {
  const { status, comparable, comparableReasons = [] } = brief;
  if (status !== 'passed') return status === 'failed' ? 'f' : 's';
  if (!(ns > 0)) return 'u';
  if (brief.judged || (!isOwn(brief) && comparable)) return 't';
  return doubtOfTime({ comparable: comparable === true, comparableReasons }) === null ? 'h' : 'd';
}

function familyOf(family: string, rows: readonly BriefRow[]): PageFamily {
  const runs = [...Map.groupBy(rows, ({ run }) => run).values()];
  const kernels = new Set<string>();
  for (const { brief } of rows) if (brief.kernelHash !== undefined) kernels.add(brief.kernelHash);
  return {
    family,
    runs: runs.length,
    simulated: rows.some(({ brief }) => brief.simulated),
    cases: distinctLists(runs.map((own) => own.map(({ brief }) => brief.case))),
    kernels: [...kernels].toSorted(),
  };
}

// Of runs with the same list the newest stands for all.
function distinctLists(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  // The one that was found last is the most likely; the names of most lists are the same strings.
  for (const list of lists.toReversed()) if (!found.some((one) => isSameList(one, list))) found.unshift(list);
  return found;
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, at) => value === b[at]);
}

function checkedOf(rows: readonly BriefRow[]): readonly CheckedRun[] {
  const last = rows.at(-1);
  if (!last) return [];
  const { family, variant } = last.brief;
  const covered = rows.findLast(({ brief }) => brief.checked)?.run ?? null;
  return [{ family, variant, newest: last.run, covered }];
}

function newestOf(rows: readonly BriefRow[]): readonly BriefRow[] {
  const compared = rows.findLast(({ brief, ns }) => brief.comparable && !Number.isNaN(ns));
  return [...new Set([compared, rows.at(-1)])].filter((row) => row !== undefined);
}

/** A file's part of a case's name: names of cases may be longer than names of files, and of any characters but blanks and slashes. */
export function caseFile(name: string): CaseHistory['file'] {
  return sha256(name).slice(0, 16);
}

/** The points of every case in a page, case by case as they are asked for; a machine's key and the page's number stand in each. */
export function* casesOf(
  { machineKey, page }: Pick<SiteCase, 'machineKey' | 'page'>,
  runs: readonly PlacedRows[],
): Generator<SiteCase> {
  const { tables, rows } = rowsIn(runs);
  const names = [...tables.keys()].filter(isOfPoint);
  for (const own of Map.groupBy(rows.toReversed(), ({ brief }) => brief.caseName).values()) {
    const [first] = own;
    if (!first) continue;
    const { family, case: name } = first.brief;
    const peers = distinctPeers(
      [...new Set(own.map(({ brief }) => brief))].flatMap(({ peer }) => peer ?? []),
    );
    const series = [...Map.groupBy(own, ({ brief }) => brief.id)].map(([id, points]) => ({
      id,
      points: withRuns(gather(tables, names, points), points, peers),
    }));
    const known = peers.length > 0 ? { peers } : {};
    yield { schemaVersion: 1, machineKey, family, case: name, page, ...known, series };
  }
}

const fieldsOfPoint: ReadonlySet<string> = new Set([...pointFields, 'comparableReasons']);

function isOfPoint(column: string): boolean {
  return fieldsOfPoint.has(column.split('.')[0] ?? '');
}

function placeOfPeer(peer: Peer | undefined, peers: readonly Peer[]): number | undefined {
  return peer && peers.findIndex((one) => isSamePeer(one, peer));
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
  const { run, comparableReasons } = row;
  const peer = placeOfPeer(row.peer, peers);
  return {
    run,
    ...(peer === undefined ? {} : { peer }),
    ...(comparableReasons ? { comparableReasons } : {}),
    ...pick(row, pointFields),
  };
}
