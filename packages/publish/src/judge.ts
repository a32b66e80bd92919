// What the history says about speed, judged once per publish: change points of every id, and the newest commit's gate.
import { detectWithNewest, falseDiscoveryRates } from '@kernel-ladder/stats';
import type { History, KnownNoise } from '@kernel-ladder/stats';
import type {
  JudgedChange,
  JudgedMove,
  JudgedNewest,
  JudgedSeries,
  OtherCards,
  SiteJudgement,
  SiteRun,
} from '@kernel-ladder/schema';
import { otherCards } from './cards.ts';
import type { OnCard } from './cards.ts';
import type { AcknowledgedAt } from './acknowledged/known.ts';
import { sinceAcknowledged, suspectsAmong } from './gate.ts';

/** The times of one id that count, in commit order: every process launch is an independent look, also a second one at the same commit. */
export interface SeriesTimes {
  readonly id: string;
  /** Index into the runs that are judged. */
  readonly runs: Int32Array;
  readonly ns: Float64Array;
  /** The kernel of each by a number, which is the same for the same kernel of the series; −1 where nobody knows it. */
  readonly kernels: Int32Array;
  /** How many of them are of the newest commit. */
  readonly newest: number;
  readonly noise: KnownNoise;
}

/** What is seen in a series. */
export interface Verdict {
  readonly history: History;
  /** Place of the first time of the level that the newest commit came to; null where there is no time before it. */
  readonly before: number | null;
}

/** A series and what is seen in it. */
export interface JudgedTimes extends SeriesTimes, Verdict {}

/** What a verdict is made of: not when. */
export type LevelTimes = Omit<SeriesTimes, 'runs'>;

/** Judges a series of two times or more, by itself. */
export function judgeTimes({ id, ns, kernels, newest, noise }: LevelTimes): Verdict {
  const hasBefore = newest > 0 && newest < ns.length;
  const kernelHashes = Array.from(kernels, (kernel) => (kernel < 0 ? null : String(kernel)));
  const { history, before } = detectWithNewest(
    { id, values: [...ns], kernelHashes, direction: 'lower', ...noise },
    hasBefore ? newest : 0,
  );
  return { history, before: hasBefore ? before : null };
}

/** Series with what is seen in them, in the same order. */
export function withVerdicts(
  series: readonly SeriesTimes[],
  verdicts: readonly Verdict[],
): readonly JudgedTimes[] {
  return series.flatMap((one, at) => {
    const verdict = verdicts[at];
    return verdict ? [{ ...one, ...verdict }] : [];
  });
}

/** The runs of one machine that are judged, in commit order: local runs and dirty trees are shown, not judged. */
export interface JudgedRuns {
  readonly machineKey: string;
  readonly runs: readonly SiteRun[];
  /** The physical card of each run; null where it does not know its own. */
  readonly cards: readonly (string | null)[];
  /** Why timings of the newest commit were not judged: reasons of its unstable sessions. */
  readonly withheld: readonly string[];
}

/** Joins the judged series of a machine; what they say together is how many of all changes may be false. */
export function judgementOf(
  machine: JudgedRuns,
  judged: readonly JudgedTimes[],
  acknowledged: AcknowledgedAt = nobody,
): SiteJudgement {
  const { machineKey, runs, cards } = machine;
  return {
    schemaVersion: 1,
    machineKey,
    runs,
    series: judged.map((one) => seriesOf(one, cards)),
    changes: changesOf(judged, cards),
    newest: newestOf(machine, judged, acknowledged),
  };
}

const nobody: AcknowledgedAt = () => undefined;

/** Whether a run is of the newest commit of those judged. */
export function isNewestCommit({ commit }: SiteRun, runs: readonly SiteRun[]): boolean {
  return commit.sha === runs.at(-1)?.commit.sha;
}

// Two levels of three points; without A/A launches a permutation of fewer than eight cannot be rare enough.
const fewestPoints = { withLaunches: 6, without: 8 } as const;

type Cards = JudgedRuns['cards'];

function seriesOf(judged: JudgedTimes, ofRuns: Cards): JudgedSeries {
  const { id, ns, kernels, noise, history } = judged;
  const isKnown = noise.sigma0 !== undefined;
  const cards = cardsAboveBest(judged, ofRuns);
  return {
    id,
    points: ns.length,
    fewestPoints: isKnown ? fewestPoints.withLaunches : fewestPoints.without,
    sigma: history.sigma,
    launches: isKnown ? (noise.launches ?? 10) : 0,
    sameKernelHash: allSame(
      history.segments.map(({ start, end }) => sameKernel(kernels.subarray(start, end))),
    ),
    segments: history.segments.map(({ start, end, level }) => ({
      first: runAt(judged, start),
      last: runAt(judged, end - 1),
      levelNs: level,
    })),
    drift: history.drift,
    aboveBest: history.anchor?.effect ?? null,
    ...(cards ? { cards } : {}),
    move: moveOf(judged),
  };
}

function cardsAboveBest(judged: JudgedTimes, cards: Cards): OtherCards | null {
  const { anchor, segments } = judged.history;
  const current = segments.at(-1);
  if (!anchor || !current) return null;
  const [before, now] = [anchor.best, current].map((stretch) => onCards(judged, cards, stretch));
  return otherCards({ before: before ?? [], now: now ?? [] }, anchor.effect);
}

type Stretch = Pick<History['segments'][number], 'start' | 'end'>;

function onCards({ runs }: SeriesTimes, cards: Cards, stretch: Stretch | undefined): readonly OnCard[] {
  return Array.from(runs.subarray(stretch?.start, stretch?.end), (run) => ({ card: cards[run] ?? null }));
}

// Too few points for a verdict are still two values that a reader can compare.
function moveOf(series: SeriesTimes): JudgedMove {
  const { ns, kernels } = series;
  const last = ns.length - 1;
  const best = ns.subarray(0, -1).reduce((top, each, at) => (each < (ns[top] ?? 0) ? at : top), 0);
  const [bestNs = 0, latestNs = 0] = [ns[best], ns[last]];
  const middle = Math.sqrt(bestNs * latestNs);
  const lastAtBest = ns.findLastIndex((each) => each >= middle !== latestNs >= middle);
  return {
    best: runAt(series, best),
    bestNs,
    since: runAt(series, lastAtBest + 1),
    latest: runAt(series, last),
    latestNs,
    sameKernelHash: sameKernel([kernels[best] ?? -1, kernels[last] ?? -1]),
  };
}

function sameKernel(kernels: Int32Array | readonly number[]): boolean | null {
  return kernels.includes(-1) ? null : kernels.every((kernel) => kernel === kernels[0]);
}

function allSame(parts: readonly (boolean | null)[]): boolean | null {
  return parts.includes(false) ? false : parts.includes(null) ? null : true;
}

function runAt({ id, runs }: SeriesTimes, index: number): number {
  const run = runs[Math.min(Math.max(index, 0), runs.length - 1)];
  if (run === undefined) throw new RangeError(`no point ${index} in the ${runs.length} of ${id}`);
  return run;
}

// A series without a change is a test that found nothing, and counts among the tests.
function changesOf(judged: readonly JudgedTimes[], ofRuns: Cards): readonly JudgedChange[] {
  const found = judged.flatMap((series) =>
    series.history.changes.map(({ index, locationLow, locationHigh, ...change }, at) => {
      const [was, is] = [at, at + 1].map((place) => onCards(series, ofRuns, series.history.segments[place]));
      const cards = otherCards({ before: was ?? [], now: is ?? [] }, change.effect);
      return {
        id: series.id,
        before: runAt(series, index - 1),
        after: runAt(series, index),
        earliest: runAt(series, locationLow),
        latest: runAt(series, locationHigh),
        ...change,
        ...(cards ? { cards } : {}),
      };
    }),
  );
  const quiet = judged.filter(({ history }) => history.changes.length === 0).map(() => 1);
  const rates = falseDiscoveryRates([...found.map(({ p }) => p), ...quiet]);
  return found
    .map((change, at) => ({ ...change, q: rates[at] ?? 1 }))
    .toSorted((a, b) => a.q - b.q || Math.abs(b.effect) - Math.abs(a.effect));
}

// Without an earlier commit there is nothing that the newest one could be slower than.
function newestOf(
  { runs, cards, withheld }: JudgedRuns,
  judged: readonly JudgedTimes[],
  acknowledged: AcknowledgedAt,
): JudgedNewest | null {
  if (runs.every((run) => isNewestCommit(run, runs))) return null;
  const series = judged.flatMap(({ id, ns, runs: own, newest, before }) => {
    if (before === null) return [];
    const points = Array.from(ns.subarray(before), (time, at) => {
      const run = own[before + at] ?? -1;
      return { ns: time, card: cards[run] ?? null, sha: runs[run]?.commit.sha ?? '' };
    });
    const level = sinceAcknowledged(id, points.slice(0, -newest), acknowledged);
    return [{ id, before: level, now: points.slice(-newest) }];
  });
  const noises = new Map(judged.map(({ id, noise }) => [id, noise]));
  const suspects = suspectsAmong(series, (id) => noises.get(id) ?? {});
  return { run: runs.length - 1, judged: series.length, suspects, withheld };
}

/**
 * The same about the newest runs alone, so many: what an older change was stands in the points. A run that a newer one is compared
 * with stays.
 */
export function newestJudged(judgement: SiteJudgement, most: number): SiteJudgement {
  const { runs, series, changes, newest } = judgement;
  const cut = runs.length - most;
  if (cut <= 0) return judgement;
  const recent = changes.filter(({ after }) => after >= cut);
  const named = new Set([
    ...runs.slice(cut).map((_, at) => cut + at),
    ...series.flatMap(({ move: { best, since, latest } }) => [best, since, latest]),
    ...recent.flatMap(({ before, after, earliest, latest }) => [before, after, earliest, latest]),
  ]);
  const kept = [...named].toSorted((a, b) => a - b);
  const places = new Map(kept.map((run, place) => [run, place]));
  const placeOf = (run: number) => places.get(Math.max(run, cut)) ?? 0;
  const exact = (run: number) => places.get(run) ?? 0;
  return {
    ...judgement,
    runs: kept.flatMap((run) => runs[run] ?? []),
    series: series.map((one) => ({
      ...one,
      segments: one.segments
        .filter(({ last }, at) => last >= cut || at === one.segments.length - 1)
        .map(({ first, last, levelNs }) => ({ first: placeOf(first), last: placeOf(last), levelNs })),
      move: {
        ...one.move,
        best: exact(one.move.best),
        since: exact(one.move.since),
        latest: exact(one.move.latest),
      },
    })),
    changes: recent.map((change) => ({
      ...change,
      before: exact(change.before),
      after: exact(change.after),
      earliest: exact(change.earliest),
      latest: exact(change.latest),
    })),
    newest: newest && { ...newest, run: exact(newest.run) },
  };
}
