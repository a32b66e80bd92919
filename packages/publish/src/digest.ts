// What publishing needs of a run, in a tenth of its size: a run file is read once, and again only when it is another file.
import { hash } from 'node:crypto';
import { wordOf } from '@kernel-ladder/curriculum';
import { listedOnly, packRows, unpackRows } from '@kernel-ladder/schema';
import type { Columns, Peer, Result, Run, SitePoint, SiteRun, SiteSeries } from '@kernel-ladder/schema';
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

/** A run and its results as columns, in two parts: joined, a row is a `DigestRow`. */
export interface RunDigest {
  readonly head: RunHead;
  /** What the results are of, and all else of them that most runs share; columns as their text. */
  readonly series: string;
  /** What was measured. */
  readonly points: Columns;
}

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
  const rows = run.results.map((result) => seriesRow(result, run));
  const series = JSON.stringify(packRows(rows));
  const { local: _, ...site } = toSiteRun({ run, local: false });
  const head = {
    site,
    machineKey: run.machine.key,
    software: run.machine.software,
    outcome: outcomeOf(run),
    results: whole.results.length,
    families: [...new Set(rows.map(({ family }) => family))],
    ladders: (run.families ?? []).map(({ name, rungs }) => ({
      family: name,
      own: rungs.some(({ kind }) => kind === 'gpu'),
      beside: rungs.some(({ kind }) => kind !== 'gpu'),
    })),
    card: run.machine.card?.id ?? null,
    speed: wholeRun(run),
    withheld: run.sessions.flatMap(({ reasons }) => reasons.filter(isRulerReason)),
    tells: hash('sha256', series),
  };
  return { head, series, points: packRows(run.results.map((result) => pointRow(result, run))) };
}

// What a reader of a list can take in.
const longestReason = 300;

function outcomeOf({ results, sessions }: Run): RunOutcome {
  const times = sessions.map(({ spent }) => spent?.wallMs);
  return {
    passed: results.filter(({ status }) => status === 'passed').length,
    skipped: results.filter(({ status }) => status === 'skipped').length,
    failures: results.flatMap(({ id, status, reason }) =>
      status === 'failed'
        ? [{ id, reason: `${reason?.code}: ${reason?.message}`.slice(0, longestReason).toWellFormed() }]
        : [],
    ),
    wallMs:
      times.length === 0 || times.includes(undefined)
        ? null
        : times.reduce<number>((sum, ms) => sum + (ms ?? 0), 0),
  };
}

/** The results of a digest as they were packed; `name` is told where they are not. */
export function rowsOf(name: string, rows: Columns): readonly DigestRow[] {
  // Written by `digestOf` from results that follow their schema.
  return unpackRows(name, rows) as unknown as readonly DigestRow[];
}

function seriesRow(result: Result, { machine }: Run) {
  return {
    ...pick(result, seriesFields),
    checked: result.coverage.length > 0,
    word: shortHash(wordOf(result, { machine })),
  };
}

function pointRow(result: Result, { machine }: Run) {
  return {
    ...pick(result, measuredFields),
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

const measuredFields = ['status', 'comparable', 'reason', 'kernelHash', 'timing', 'metrics'] as const;

/** What a point has of a result as it stands. */
export const pointFields = [...measuredFields, 'loc'] as const;

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
