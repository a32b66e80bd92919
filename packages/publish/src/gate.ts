// Is the newest commit of a machine's history suspicious? Suspicion is printed and annotated, and fails nothing.
import { detect, gate, isRulerReason } from '@kernel-ladder/stats';
import type { GateRow, KnownNoise } from '@kernel-ladder/stats';
import { uniqueRuns } from '@kernel-ladder/schema';
import type { Run } from '@kernel-ladder/schema';
import { isTimed, mayCompare } from './comparable.ts';
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
  readonly suspects: readonly Omit<GateRow, 'isSuspect'>[];
  /** Why timings of the newest commit were not judged: reasons of its unstable sessions. */
  readonly withheld: readonly string[];
  /** Peers of the newest commit that are others than before; their times are not judged. */
  readonly peers: readonly PeerChange[];
}

/**
 * Judges the newest commit in a machine's runs, which are in commit order; every run of that commit is a launch of it. Only
 * timings that are comparable count. Null without runs. Throws on a mixture of machines.
 */
export function gateOf(launches: readonly Run[], noiseOf: NoiseOf): Gate | null {
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
  const series = [...after].flatMap(([id, values]) => {
    const past = before.get(id);
    return past
      ? [
          {
            id,
            direction: 'lower' as const,
            segment: lastLevel(id, past, noiseOf(id)),
            newest: values,
            ...noiseOf(id),
          },
        ]
      : [];
  });
  const rows = series.length > 0 ? gate(series) : [];
  return {
    sha: newest.run.commit.sha,
    before: old.at(-1)?.run.commit.sha ?? null,
    judged: series.length,
    suspects: rows.flatMap(({ isSuspect, ...row }) => (isSuspect ? [row] : [])),
    withheld: [...new Set(own.flatMap(({ sessions }) => sessions.flatMap(driftReasons)))],
    peers: peerChanges(old, own),
  };
}

function driftReasons({ reasons }: Run['sessions'][number]): readonly string[] {
  return reasons.filter(isRulerReason);
}

function seriesOf(runs: readonly Run[]): ReadonlyMap<string, readonly number[]> {
  const series = new Map<string, number[]>();
  for (const { machine, results } of runs) {
    for (const result of results) {
      // Who asks for a case once has no history of it, and a peer's is not ours.
      if (result.unlisted || !isOwn(result) || !isTimed(result) || !mayCompare([{ machine, result }]).may)
        continue;
      const own = series.get(result.id) ?? [];
      own.push(result.timing.medianNs);
      series.set(result.id, own);
    }
  }
  return series;
}

// What came before the last change of level says nothing about the next commit.
function lastLevel(id: string, values: readonly number[], noise: KnownNoise): readonly number[] {
  const { segments } = detect({ id, values, direction: 'lower', ...noise });
  return values.slice(segments.at(-1)?.start ?? 0);
}
