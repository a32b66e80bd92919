// Is the newest commit of a machine's history suspicious? Suspicion is printed and annotated, and fails nothing.
import { detect, gate, isRulerReason } from '@kernel-ladder/stats';
import type { KnownNoise } from '@kernel-ladder/stats';
import { uniqueRuns } from '@kernel-ladder/schema';
import type { KnownAcknowledgement, OtherCards, Run, Suspect } from '@kernel-ladder/schema';
import type { AcknowledgedAt } from './acknowledged/known.ts';
import { onSharedCards, otherCards } from './cards.ts';
import type { BothSides, OnCard } from './cards.ts';
import { likeNewest } from './clocks.ts';
import type { AtClock } from './clocks.ts';
import { atClock, isTimed, mayCompare } from './comparable.ts';
import { withKnownDrift } from './drift.ts';
import type { NoiseOf } from './noise.ts';
import { isOwn, peerChanges } from './peers.ts';
import type { PeerChange } from './peers.ts';

/** What the gate says of the newest commit. */
export interface Gate {
  /** The newest commit, and the last one before it. */
  readonly sha: string;
  readonly before: string | null;
  /** Ids that have a level to compare with. */
  readonly judged: number;
  /** Most suspicious first; effects are new/old − 1 of the median time. */
  readonly suspects: readonly Suspect[];
  /** Why timings of the newest commit were not judged: reasons of its unstable sessions. */
  readonly withheld: readonly string[];
  /** How many of the suspects no A/A launch of this machine knows: their noise is guessed from the few runs that there are. */
  readonly unlaunched: number;
  /** Suspects whose change of speed at the newest commit somebody knows of and takes. */
  readonly acknowledged: readonly AcknowledgedSuspect[];
  /** Peers of the newest commit that are others than before; their times are not judged. */
  readonly peers: readonly PeerChange[];
}

/** A suspect and who takes it. */
export interface AcknowledgedSuspect extends Suspect {
  readonly by: KnownAcknowledgement;
}

/**
 * Judges the newest commit in a machine's runs, which are in commit order; every run of that commit is a launch of it. Only
 * timings that are comparable count, and an acknowledged change begins a level. Null without runs. Throws on a mixture of machines.
 */
export function gateOf(
  launches: readonly Run[],
  noiseOf: NoiseOf,
  acknowledged: AcknowledgedAt = () => undefined,
): Gate | null {
  const runs = uniqueRuns(launches).map(withKnownDrift);
  const newest = runs.at(-1);
  if (!newest) return null;
  const stranger = runs.find((run) => mayCompare([run, newest]).reasons.includes('other-machine'));
  if (stranger)
    throw new Error(`the gate judges one machine: ${newest.machine.key} and ${stranger.machine.key} are two`);
  const isNewest = ({ run }: Run) =>
    run.commit.sha === newest.run.commit.sha && run.commit.dirty === newest.run.commit.dirty;
  const [old, own] = [runs.filter((run) => !isNewest(run)), runs.filter(isNewest)];
  const [before, after] = [seriesOf(old), seriesOf(own)];
  const series = [...after].flatMap(([id, now]) => {
    const alike = likeNewest([...(before.get(id) ?? []), ...now]);
    const isNow = (time: Look) => now.includes(time);
    const past = alike.filter((time) => !isNow(time));
    if (past.length === 0) return [];
    const since = sinceAcknowledged(id, past, acknowledged);
    return [{ id, before: lastLevel(id, since, noiseOf(id)), now: alike.filter(isNow) }];
  });
  const { sha } = newest.run.commit;
  const suspects = suspectsAmong(series, noiseOf).map((suspect) => ({
    suspect,
    by: acknowledged(suspect.id, [sha]),
  }));
  return {
    sha,
    before: old.at(-1)?.run.commit.sha ?? null,
    judged: series.length,
    suspects: suspects.flatMap(({ suspect, by }) => (by ? [] : [suspect])),
    unlaunched: suspects.filter(({ suspect, by }) => !by && noiseOf(suspect.id).sigma0 === undefined).length,
    acknowledged: suspects.flatMap(({ suspect, by }) => (by ? [{ ...suspect, by }] : [])),
    withheld: [...new Set(own.flatMap(({ sessions }) => sessions.flatMap(driftReasons)))],
    peers: peerChanges(old, own),
  };
}

function driftReasons({ reasons }: Run['sessions'][number]): readonly string[] {
  return reasons.filter(isRulerReason);
}

/** A time and the card that took it. */
export interface GatedTime extends OnCard {
  readonly ns: number;
}

/** A time and the commit that it is of. */
export interface CommittedTime extends GatedTime {
  readonly sha: string;
}

type Look = CommittedTime & AtClock;

/** The times from the last commit on whose change of the id's speed somebody takes: what comes next is held against those. */
export function sinceAcknowledged<Time extends CommittedTime>(
  id: string,
  times: readonly Time[],
  acknowledged: AcknowledgedAt,
): readonly Time[] {
  const last = times.findLast(({ sha }) => acknowledged(id, [sha]) !== undefined);
  return last ? times.slice(times.findIndex(({ sha }) => sha === last.sha)) : times;
}

/** An id's times at its level, and those of the newest commit. */
export interface GatedId extends BothSides<GatedTime> {
  readonly id: string;
}

/** Which ids look slower. What all times suspect, and those on the newest commit's own cards do not, may be the change of card. */
export function suspectsAmong(series: readonly GatedId[], noiseOf: NoiseOf): readonly Suspect[] {
  const shared = series.map(({ id, ...sides }) => ({ id, ...onSharedCards(sides) }));
  const held = new Set(look(shared, noiseOf).map(({ id }) => id));
  return look(series, noiseOf).map((row) => {
    const gated = held.has(row.id) ? undefined : series.find(({ id }) => id === row.id);
    const cards = gated && strangersOf(gated, row.effect);
    return cards ? { ...row, cards } : row;
  });
}

function look(series: readonly GatedId[], noiseOf: NoiseOf): readonly Suspect[] {
  const judged = series.filter(({ before, now }) => before.length > 0 && now.length > 0);
  if (judged.length === 0) return [];
  const rows = gate(
    judged.map(({ id, before, now }) => ({
      id,
      direction: 'lower' as const,
      segment: before.map(({ ns }) => ns),
      newest: now.map(({ ns }) => ns),
      ...noiseOf(id),
    })),
  );
  return rows.flatMap(({ isSuspect, ...row }) => (isSuspect ? [row] : []));
}

// The cards of the level that are none of the newest commit's.
function strangersOf({ before, now }: GatedId, effect: number): OtherCards | null {
  const own = new Set(now.map(({ card }) => card));
  return otherCards({ before: before.filter(({ card }) => !own.has(card)), now }, effect);
}

function seriesOf(runs: readonly Run[]): ReadonlyMap<string, readonly Look[]> {
  const series = new Map<string, Look[]>();
  for (const { run, machine, results } of runs) {
    for (const result of results) {
      // Who asks for a case once has no history of it, and a peer's is not ours.
      if (result.unlisted || !isOwn(result) || !isTimed(result) || !mayCompare([{ machine, result }]).may)
        continue;
      const own = series.get(result.id) ?? [];
      own.push({
        ...atClock(result),
        card: machine.card?.id ?? null,
        sha: run.commit.sha,
      });
      series.set(result.id, own);
    }
  }
  return series;
}

// What came before the last change of level says nothing about the next commit.
function lastLevel(id: string, points: readonly GatedTime[], noise: KnownNoise): readonly GatedTime[] {
  const values = points.map(({ ns }) => ns);
  const { segments } = detect({ id, values, direction: 'lower', ...noise });
  return points.slice(segments.at(-1)?.start ?? 0);
}
