// What the history says about speed, judged once per publish: change points of every id, and the newest commit's gate.
import { detect, falseDiscoveryRates } from '@kernel-ladder/stats';
import type { History, KnownNoise } from '@kernel-ladder/stats';
import type {
  JudgedChange,
  JudgedMove,
  JudgedNewest,
  JudgedSeries,
  OtherCards,
  SiteJudgement,
} from '@kernel-ladder/schema';
import { otherCards } from './cards.ts';
import type { OnCard } from './cards.ts';
import { isTimed, mayCompare } from './comparable.ts';
import { gateOf } from './gate.ts';
import { unknownNoise } from './noise.ts';
import type { NoiseOf } from './noise.ts';
import { toSiteRun } from './order.ts';
import { isOwn } from './peers.ts';
import type { SourcedRun } from './order.ts';

interface Point extends OnCard {
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
  const judged = [...pointsOf(own)]
    .filter(([, values]) => values.length > 1)
    .map(([id, values]) => ({ id, values, noise: noiseOf(id), history: historyOf(id, values, noiseOf(id)) }));
  return {
    schemaVersion: 1,
    machineKey,
    runs: own.map(toSiteRun),
    series: judged.map(seriesOf),
    changes: changesOf(judged),
    newest: newestOf(own, noiseOf),
  };
}

// A run is a point: every process launch is an independent look, also a second one at the same commit.
function pointsOf(runs: readonly SourcedRun[]): ReadonlyMap<string, readonly Point[]> {
  const points = new Map<string, Point[]>();
  for (const [index, { run }] of runs.entries()) {
    const card = run.machine.card?.id ?? null;
    for (const result of run.results) {
      if (!isOwn(result) || !isTimed(result) || !mayCompare([{ machine: run.machine, result }]).may) continue;
      const own = points.get(result.id) ?? [];
      own.push({ run: index, ns: result.timing.medianNs, hash: result.kernelHash ?? null, card });
      points.set(result.id, own);
    }
  }
  return points;
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
  const cards = cardsAboveBest(values, history);
  return {
    id,
    points: values.length,
    fewestPoints: isKnown ? fewestPoints.withLaunches : fewestPoints.without,
    sigma: history.sigma,
    launches: isKnown ? (noise.launches ?? 10) : 0,
    sameKernelHash: allSame(history.segments.map(({ start, end }) => sameHash(values.slice(start, end)))),
    segments: history.segments.map(({ start, end, level }) => ({
      first: runAt(values, start),
      last: runAt(values, end - 1),
      levelNs: level,
    })),
    drift: history.drift,
    aboveBest: history.anchor?.effect ?? null,
    ...(cards ? { cards } : {}),
    move: moveOf(values),
  };
}

function cardsAboveBest(values: readonly Point[], { anchor, segments }: History): OtherCards | null {
  const current = segments.at(-1);
  if (!anchor || !current) return null;
  const [before, now] = [anchor.best, current].map(({ start, end }) => values.slice(start, end));
  return otherCards({ before: before ?? [], now: now ?? [] }, anchor.effect);
}

// Too few points for a verdict are still two values that a reader can compare.
function moveOf(values: readonly Point[]): JudgedMove {
  const latest = pointAt(values, values.length - 1);
  const best = values.slice(0, -1).reduce((top, each) => (each.ns < top.ns ? each : top));
  const middle = Math.sqrt(best.ns * latest.ns);
  const lastAtBest = values.findLastIndex(({ ns }) => ns >= middle !== latest.ns >= middle);
  return {
    best: best.run,
    bestNs: best.ns,
    since: runAt(values, lastAtBest + 1),
    latest: latest.run,
    latestNs: latest.ns,
    sameKernelHash: sameHash([best, latest]),
  };
}

function sameHash(points: readonly Point[]): boolean | null {
  const hashes = new Set(points.map(({ hash }) => hash));
  return hashes.has(null) ? null : hashes.size <= 1;
}

function allSame(parts: readonly (boolean | null)[]): boolean | null {
  return parts.includes(false) ? false : parts.includes(null) ? null : true;
}

function runAt(values: readonly Point[], index: number): number {
  return pointAt(values, index).run;
}

function pointAt(values: readonly Point[], index: number): Point {
  const point = values[Math.min(Math.max(index, 0), values.length - 1)];
  if (!point) throw new RangeError(`no point ${index} in a series of ${values.length}`);
  return point;
}

// A series without a change is a test that found nothing, and counts among the tests.
function changesOf(judged: readonly Judged[]): readonly JudgedChange[] {
  const found = judged.flatMap(({ id, values, history }) =>
    history.changes.map(({ index, locationLow, locationHigh, ...change }, at) => {
      const level = (place: number) =>
        values.slice(history.segments[place]?.start, history.segments[place]?.end);
      const cards = otherCards({ before: level(at), now: level(at + 1) }, change.effect);
      return {
        id,
        before: runAt(values, index - 1),
        after: runAt(values, index),
        earliest: runAt(values, locationLow),
        latest: runAt(values, locationHigh),
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
function newestOf(runs: readonly SourcedRun[], noiseOf: NoiseOf): JudgedNewest | null {
  const gate = gateOf(
    runs.map(({ run }) => run),
    noiseOf,
  );
  if (gate === null || gate.before === null) return null;
  const { judged, suspects, withheld } = gate;
  return { run: runs.length - 1, judged, suspects, withheld };
}
