// What publishing needs of a run, in a tenth of its size: a run file is read once, and again only when it is another file.
import { hash } from 'node:crypto';
import { isSameWord, wordOf } from '@kernel-ladder/curriculum';
import {
  cellsOf,
  fillColumns,
  joinColumns,
  listedOnly,
  mergeColumns,
  packRows,
  planColumns,
  unpackRows,
} from '@kernel-ladder/schema';
import type {
  ColumnPlan,
  MeasuredResult,
  MeasuredRun,
  Peer,
  Places,
  Result,
  RowCells,
  Run,
  SitePoint,
  SiteRun,
  SiteSeries,
  SplitColumns,
  Table,
} from '@kernel-ladder/schema';
import { isRulerReason } from '@kernel-ladder/stats';
import { isTimed, mayCompare } from './comparable.ts';
import { withKnownDrift } from './drift.ts';
import { toSiteRun } from './order.ts';
import { isOwn } from './peers.ts';
import { wholeRun } from './speed.ts';
import type { WholeRun } from './speed.ts';

/** Which ladder a run carries. */
export interface CarriedLadder {
  readonly family: string;
  /** Whether it has kernels, and whether it has rows of CPUs and peers. */
  readonly own: boolean;
  readonly beside: boolean;
}

/** What came of a run. */
export interface RunOutcome {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly { readonly id: string; readonly reason: string }[];
  /** Of all its sessions; null where one does not say. */
  readonly wallMs: number | null;
}

/** A run without its results. */
export interface RunHead {
  readonly site: Omit<SiteRun, 'local'>;
  readonly machineKey: string;
  readonly software: boolean;
  readonly outcome: RunOutcome;
  /** How many results the file has: the fullest copy of a run stands for all. */
  readonly results: number;
  readonly families: readonly string[];
  /** Families of which it has taken kernels apart. */
  readonly perturbed: readonly string[];
  readonly ladders: readonly CarriedLadder[];
  /** The physical card that it ran on; null where it does not know. */
  readonly card: string | null;
  /** What it says of its suite's own speed, where it is a whole run. */
  readonly speed: WholeRun | null;
  /** Reasons of its unstable sessions. */
  readonly withheld: readonly string[];
  /** Hash of its `series`: runs with the same tell rules that look back the same. */
  readonly tells: string;
}

/** A run and its results as columns. */
export interface RunDigest {
  readonly head: RunHead;
  /** What the results are of, and all else of them that most runs share; columns as their text. */
  readonly series: string;
  /** What was measured. */
  readonly points: SplitColumns;
}

/** The results of a digest as columns: a row of both parts is a `DigestRow`. */
export type DigestColumns = Table;

/** A result: its point, its series, and what is decided by it alone. */
export interface DigestRow extends Omit<SitePoint, 'run' | 'peer'>, Omit<SiteSeries, 'points'> {
  readonly family: string;
  readonly kind: Result['kind'];
  readonly peer?: Peer;
  readonly simulated?: boolean;
  /** Whether it has edge cases. */
  readonly checked: boolean;
  /** Whether its time counts for a verdict, as far as the result itself says. */
  readonly judged: boolean;
  /** What it tells rules that look back. */
  readonly word: string;
}

/** Digests a run. Times of sessions that nobody judged say so; cases that no family lists are left out. */
export function digestOf(whole: Run): RunDigest {
  const run = withKnownDrift(listedOnly(whole));
  const plan = planColumns(
    run.results.map((result) => ({ cells: cellsOf(pointRow(result, run), () => undefined), first: 0 })),
  );
  return { ...wordsOf(run, whole.results.length), points: fillColumns(plan, new Float64Array()) };
}

/** The same of a run by words and numbers. */
export function digestMeasured({ run: whole, results, numbers }: MeasuredRun): RunDigest {
  const run = withKnownDrift(listedOnly(whole));
  return {
    ...wordsOf(run, whole.results.length),
    points: fillColumns(planOf(whole.results, run, results), numbers),
  };
}

const plans = new WeakMap<Run['results'], { readonly of: Run; readonly plan: ColumnPlan }>();

// Runs with the same words share their list, and the places of their numbers.
function planOf(words: Run['results'], run: Run, results: readonly MeasuredResult[]): ColumnPlan {
  const known = plans.get(words);
  if (known && known.of.results === run.results && known.of.machine === run.machine) return known.plan;
  const listed = results.filter(({ of }) => !of.unlisted);
  const plan = planColumns(
    run.results.flatMap((result, at) => {
      const { places, first } = listed[at] ?? {};
      return places && first !== undefined ? { cells: pointCells(result, run, places), first } : [];
    }),
  );
  plans.set(words, { of: run, plan });
  return plan;
}

// All but the points, of which no number behind the head of a result is a part.
function wordsOf(run: Run, results: number): Omit<RunDigest, 'points'> {
  const { text: series, hash: tells } = seriesOf(run);
  const { local: _, ...site } = toSiteRun({ run, local: false });
  const { families, perturbed, ...outcome } = toldOf(run.results);
  const head = {
    site,
    machineKey: run.machine.key,
    software: run.machine.software,
    outcome: { ...outcome, wallMs: wallMsOf(run) },
    results,
    families,
    perturbed,
    ladders: (run.families ?? []).map(({ name, rungs }) => ({
      family: name,
      own: rungs.some(({ kind }) => kind === 'gpu'),
      beside: rungs.some(({ kind }) => kind !== 'gpu'),
    })),
    card: run.machine.card?.id ?? null,
    speed: wholeRun(run),
    withheld: run.sessions.flatMap(({ reasons }) => reasons.filter(isRulerReason)),
    tells,
  };
  return { head, series };
}

// What a reader of a list can take in.
const longestReason = 300;

interface Told extends Omit<RunOutcome, 'wallMs'> {
  readonly families: readonly string[];
  readonly perturbed: readonly string[];
}

const told = new WeakMap<Run['results'], Told>();

// Runs with the same words share their list.
function toldOf(results: Run['results']): Told {
  const found = told.get(results) ?? {
    passed: results.filter(({ status }) => status === 'passed').length,
    skipped: results.filter(({ status }) => status === 'skipped').length,
    failures: results.flatMap(({ id, status, reason }) =>
      status === 'failed'
        ? [{ id, reason: `${reason?.code}: ${reason?.message}`.slice(0, longestReason).toWellFormed() }]
        : [],
    ),
    families: [...new Set(results.map(({ family }) => family))],
    perturbed: [...new Set(results.flatMap(({ family, perturbations }) => (perturbations ? [family] : [])))],
  };
  told.set(results, found);
  return found;
}

// Null where a session does not say.
function wallMsOf({ sessions }: Run): number | null {
  const times = sessions.map(({ spent }) => spent?.wallMs);
  return times.length === 0 || times.includes(undefined)
    ? null
    : times.reduce<number>((sum, ms) => sum + (ms ?? 0), 0);
}

/** The results of a digest as they were packed; `name` is told where they are not. */
export function rowsOf(name: string, { series, points }: DigestColumns): readonly DigestRow[] {
  // Written by `digestOf` from results that follow their schema.
  return unpackRows(name, joinColumns([series, mergeColumns(points)])) as unknown as readonly DigestRow[];
}

interface Series {
  /** The last run that had it. */
  of: Run;
  /** Columns. */
  readonly text: string;
  readonly hash: string;
}

// Of the last run with as many results: most often the one before is of the same series.
const lastSeries = new Map<number, Series>();
const mostLast = 100;

function seriesOf(run: Run): Series {
  const count = run.results.length;
  const last = lastSeries.get(count);
  if (last && haveSameSeries(last.of, run)) {
    last.of = run;
    return last;
  }
  const text = JSON.stringify(packRows(run.results.map((result) => seriesRow(result, run))));
  const series = { of: run, text, hash: hash('sha256', text) };
  if (last || lastSeries.size < mostLast) lastSeries.set(count, series);
  return series;
}

// As many results each.
function haveSameSeries(a: Run, b: Run): boolean {
  if (a.machine.roofs.copyGBps > 0 !== b.machine.roofs.copyGBps > 0) return false;
  if (a.results === b.results) return true;
  for (let at = 0; at < a.results.length; at++) {
    const [was, is] = [a.results[at], b.results[at]];
    // Most often a result of the same words.
    if (was === is) continue;
    if (!was || !is || !isSameWord(was, is)) return false;
    // What runs share is the same object in both.
    for (const field of seriesFields) if (was[field] !== is[field]) return false;
  }
  return true;
}

function seriesRow(result: Result, { machine }: Run) {
  return {
    ...pick(result, seriesFields),
    checked: result.coverage.length > 0,
    word: shortHash(wordOf(result, { machine })),
  };
}

type PointCells = Readonly<{ of: Run['machine']; places: Places; cells: RowCells }>;

const points = new WeakMap<Result, PointCells>();

// Of most results of a run the words were seen before.
function pointCells(result: Result, run: Run, places: Places): RowCells {
  const known = points.get(result);
  if (known?.of === run.machine && known.places === places) return known.cells;
  const cells = cellsOf(pointRow(result, run), ({ field, part }) => places.of.get(field)?.get(part));
  points.set(result, { of: run.machine, places, cells });
  return cells;
}

function pointRow(result: Result, { machine }: Run): object {
  return {
    ...pick(result, ownFields),
    // Without a reason there is none to show.
    ...(result.comparableReasons.length > 0 ? { comparableReasons: result.comparableReasons } : {}),
    judged: isOwn(result) && isTimed(result) && mayCompare([{ machine, result }]).may,
  };
}

const seriesFields = [
  'id',
  'family',
  'variant',
  'case',
  'params',
  'dtype',
  'work',
  'kind',
  'peer',
  'simulated',
  'loc',
] as const;

const ownFields = ['status', 'comparable', 'reason', 'kernelHash', 'tuned', 'timing', 'metrics'] as const;

/** What a point has of a result as it stands. */
export const pointFields = [...ownFields, 'loc'] as const;

/** Some fields of a value, those that it has. */
export function pick<Of extends object, Field extends keyof Of>(
  value: Of,
  fields: readonly Field[],
): Pick<Of, Field> {
  const picked: Partial<Pick<Of, Field>> = {};
  // A loop, as millions of results pass here.
  for (const field of fields) if (value[field] !== undefined) picked[field] = value[field];
  // The fields that are left out are the optional ones.
  return picked as Pick<Of, Field>;
}

const hashes = new Map<string, string>();
const mostHashes = 10_000;

// Sixty-four bits: two texts of one history that differ never have the same. Results of one kind are many, and say the same.
function shortHash(text: string): string {
  const known = hashes.get(text) ?? hash('sha256', text).slice(0, 16);
  if (hashes.size < mostHashes) hashes.set(text, known);
  return known;
}
