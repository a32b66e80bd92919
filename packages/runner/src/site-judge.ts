// What the history says about speed, judged once per publish: change points of every id, and the newest commit's gate.
import { detect, falseDiscoveryRates, gate } from '@kernel-ladder/stats';
import type { GateRow, History, KnownNoise } from '@kernel-ladder/stats';
import type { Result, SiteRun } from '@kernel-ladder/schema';
import { unknownNoise } from './judge/noise.ts';
import type { NoiseOf } from './judge/noise.ts';
import { toSiteRun } from './site.ts';
import type { SourcedRun } from './site.ts';

/** A stretch of runs at one level; `first` and `last` are places in `runs`. */
export interface JudgedSegment {
  readonly first: number;
  readonly last: number;
  readonly levelNs: number;
}

/** One id's history. Sigmas are standard deviations of ln(median time); effects are new/old − 1 of the median time. */
export interface JudgedSeries {
  readonly id: string;
  /** Runs that count: recorded, of a clean commit, passed, comparable. */
  readonly points: number;
  /** Below so many points no change can be found. */
  readonly fewestPoints: number;
  readonly sigma: number;
  /** A/A launches behind sigma; 0 where only the history itself tells. */
  readonly launches: number;
  readonly segments: readonly JudgedSegment[];
  readonly drift: { readonly effect: number; readonly p: number } | null;
  /** How far the current level is from the best recent one. */
  readonly aboveBest: number | null;
}

/** One change of level; runs are places in `runs`. */
export interface JudgedChange {
  readonly id: string;
  readonly direction: 'regressed' | 'improved';
  /** The last run of the old level and the first of the new one. */
  readonly before: number;
  readonly after: number;
  /** The new level may have begun anywhere from `earliest` to `latest`. */
  readonly earliest: number;
  readonly latest: number;
  readonly effect: number;
  readonly ciLow: number;
  readonly ciHigh: number;
  readonly p: number;
  /** False discovery rate over all ids of the machine (Benjamini and Hochberg 1995). */
  readonly q: number;
  readonly sameKernelHash: boolean | null;
}

/** The newest commit against the level before it. */
export interface JudgedNewest {
  readonly run: number;
  /** Ids that have a level to compare with. */
  readonly judged: number;
  readonly suspects: readonly Omit<GateRow, 'isSuspect'>[];
}

/** data/judgement/<machine key>.json. */
export interface SiteJudgement {
  readonly schemaVersion: 1;
  readonly machineKey: string;
  readonly runs: readonly SiteRun[];
  readonly series: readonly JudgedSeries[];
  /** By q, then by size. */
  readonly changes: readonly JudgedChange[];
  /** Null where no id has a value at the newest commit and one before. */
  readonly newest: JudgedNewest | null;
}

interface Point {
  readonly run: number;
  readonly ns: number;
  readonly hash: string | null;
}

/** Judges one machine's runs, which are in commit order; local runs and dirty trees are shown, not judged. */
export function judgeMachine(
  machineKey: string,
  runs: readonly SourcedRun[],
  noiseOf: NoiseOf = unknownNoise,
): SiteJudgement {
  const own = runs.filter(
    ({ run, local }) => run.machine.key === machineKey && !local && !run.run.commit.dirty,
  );
  const points = pointsOf(own);
  const judged = [...points]
    .filter(([, values]) => values.length > 1)
    .map(([id, values]) => ({ id, values, noise: noiseOf(id), history: historyOf(id, values, noiseOf(id)) }));
  return {
    schemaVersion: 1,
    machineKey,
    runs: own.map(toSiteRun),
    series: judged.map(seriesOf),
    changes: changesOf(judged),
    newest: newestOf(own, points, noiseOf),
  };
}

// A run is a point: every process launch is an independent look, also a second one at the same commit.
function pointsOf(runs: readonly SourcedRun[]): ReadonlyMap<string, readonly Point[]> {
  const points = new Map<string, Point[]>();
  for (const [index, { run }] of runs.entries()) {
    for (const result of run.results) {
      if (!isComparable(result)) continue;
      const own = points.get(result.id) ?? [];
      own.push({ run: index, ns: result.timing.medianNs, hash: result.kernelHash ?? null });
      points.set(result.id, own);
    }
  }
  return points;
}

function isComparable(result: Result): result is Result & { readonly timing: NonNullable<Result['timing']> } {
  return result.status === 'passed' && result.comparable && result.timing !== undefined;
}

function timesOf(points: readonly Point[]): readonly number[] {
  return points.map(({ ns }) => ns);
}

interface Judged {
  readonly id: string;
  readonly values: readonly Point[];
  readonly noise: KnownNoise;
  readonly history: History;
}

function historyOf(id: string, values: readonly Point[], noise: KnownNoise): History {
  return detect({
    id,
    values: timesOf(values),
    kernelHashes: values.map(({ hash }) => hash),
    direction: 'lower',
    ...noise,
  });
}

// Two levels of three points; without A/A launches a permutation of fewer than eight cannot be rare enough.
const fewestPoints = { withLaunches: 6, without: 8 } as const;

function seriesOf({ id, values, noise, history }: Judged): JudgedSeries {
  const isKnown = noise.sigma0 !== undefined;
  return {
    id,
    points: values.length,
    fewestPoints: isKnown ? fewestPoints.withLaunches : fewestPoints.without,
    sigma: history.sigma,
    launches: isKnown ? (noise.launches ?? 10) : 0,
    segments: history.segments.map(({ start, end, level }) => ({
      first: runAt(values, start),
      last: runAt(values, end - 1),
      levelNs: level,
    })),
    drift: history.drift,
    aboveBest: history.anchor?.effect ?? null,
  };
}

function runAt(values: readonly Point[], index: number): number {
  const point = values[Math.min(Math.max(index, 0), values.length - 1)];
  if (!point) throw new RangeError(`no point ${index} in a series of ${values.length}`);
  return point.run;
}

// A series without a change is a test that found nothing, and counts among the tests.
function changesOf(judged: readonly Judged[]): readonly JudgedChange[] {
  const found = judged.flatMap(({ id, values, history }) =>
    history.changes.map(({ index, locationLow, locationHigh, ...change }) => ({
      id,
      before: runAt(values, index - 1),
      after: runAt(values, index),
      earliest: runAt(values, locationLow),
      latest: runAt(values, locationHigh),
      ...change,
    })),
  );
  const quiet = judged.filter(({ history }) => history.changes.length === 0).map(() => 1);
  const rates = falseDiscoveryRates([...found.map(({ p }) => p), ...quiet]);
  return found
    .map((change, at) => ({ ...change, q: rates[at] ?? 1 }))
    .toSorted((a, b) => a.q - b.q || Math.abs(b.effect) - Math.abs(a.effect));
}

function newestOf(
  runs: readonly SourcedRun[],
  points: ReadonlyMap<string, readonly Point[]>,
  noiseOf: NoiseOf,
): JudgedNewest | null {
  const shaOf = (run: number): string | undefined => runs[run]?.run.run.commit.sha;
  const last = runs.length - 1;
  const series = [...points].flatMap(([id, values]) => {
    const newest = values.filter(({ run }) => shaOf(run) === shaOf(last));
    const before = values.filter(({ run }) => shaOf(run) !== shaOf(last));
    if (newest.length === 0 || before.length === 0) return [];
    const start = historyOf(id, before, noiseOf(id)).segments.at(-1)?.start ?? 0;
    return [
      {
        id,
        direction: 'lower' as const,
        segment: timesOf(before.slice(start)),
        newest: timesOf(newest),
        ...noiseOf(id),
      },
    ];
  });
  if (series.length === 0) return null;
  const suspects = gate(series).flatMap(({ isSuspect, ...row }) => (isSuspect ? [row] : []));
  return { run: last, judged: series.length, suspects };
}
