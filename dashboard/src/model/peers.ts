// Somebody else's rows beside the rungs of a case: who ran, and how many times as fast our best rung is in the same run.
import { doubtsBeside, speedOver } from '@kernel-ladder/schema';
import type { Peer, SiteFamily, SitePoint, Timing } from '@kernel-ladder/schema';
import { formatSpeedup, shortCommit } from '../format.ts';
import type { Rung } from './rung.ts';

/** A peer's row of one run. */
export interface PeerNote {
  /** Name and version, as in `cuBLAS 12.8`; behind them the commit, where the row is of another run than our rungs. */
  readonly name: string;
  /** The commit of that other run; null where it is the same run. */
  readonly commit: string | null;
  /** Settings, and what one sample spans. */
  readonly about: string;
  /** Our best rung over it; null where either has no time that may be set beside another. */
  readonly over: PeerRatio | null;
}

/** How many times as fast our best rung is. */
export interface PeerRatio {
  readonly value: number;
  /** As in `0.80×`. */
  readonly text: string;
  /** Which rung, and the 95 % interval where there is one; what the two are not alike in. */
  readonly about: string;
}

/** Who ran at a point; null for a kernel of ours. */
export function peerOf({ peers = [] }: Pick<SiteFamily, 'peers'>, { peer }: SitePoint): Peer | null {
  return peer === undefined ? null : (peers[peer] ?? null);
}

/**
 * The peers among the rungs of one case, by variant, each beside our best rung of its own run; `breaking` are the rungs that never stand
 * for ours.
 */
export function peerNotes(
  family: SiteFamily,
  rungs: readonly Rung[],
  breaking: ReadonlySet<string>,
): ReadonlyMap<string, PeerNote> {
  const shown = rungs.find(({ point }) => point.peer === undefined)?.point.run;
  const notes = rungs.flatMap(({ point, series }) => {
    const peer = peerOf(family, point);
    if (!peer) return [];
    const isElsewhere = shown !== undefined && point.run !== shown;
    const commit = isElsewhere ? family.runs[point.run]?.commit.sha : undefined;
    const best = bestOf(ownIn(family, { case: series.case, run: point.run, breaking }));
    return [[series.variant, noteOf({ peer, commit }, point, best)] as const];
  });
  return new Map(notes);
}

interface Place {
  readonly case: string;
  readonly run: number;
  readonly breaking: ReadonlySet<string>;
}

// A handful of rungs stand at a case: nothing is kept.
function ownIn({ series }: SiteFamily, { case: name, run, breaking }: Place): readonly Own[] {
  return series
    .filter((one) => one.case === name && !breaking.has(one.variant))
    .flatMap(({ variant, points }) => {
      const point = points.find((each) => each.run === run && each.peer === undefined);
      return point ? [{ variant, point }] : [];
    });
}

interface Own {
  readonly variant: string;
  readonly point: SitePoint;
}

interface Best {
  readonly variant: string;
  readonly timing: Timing;
}

function bestOf(own: readonly Own[]): Best | undefined {
  const fit = own.flatMap(({ variant, point }) =>
    point.timing && isFit(point) ? [{ variant, timing: point.timing }] : [],
  );
  return fit.toSorted((a, b) => a.timing.medianNs - b.timing.medianNs)[0];
}

function isFit({ comparable = true, comparableReasons = [], ...point }: SitePoint): boolean {
  return doubtsBeside({ ...point, comparable, comparableReasons }) === null;
}

interface Ran {
  readonly peer: Peer;
  /** Of a run apart from that of our rungs. */
  readonly commit: string | undefined;
}

function noteOf({ peer, commit }: Ran, point: SitePoint, best: Best | undefined): PeerNote {
  const settings = Object.entries(peer.settings).map(([key, value]) => `${key} ${value}`);
  return {
    name: `${peer.name} ${peer.version}${commit === undefined ? '' : `, at ${shortCommit(commit)}`}`,
    commit: commit ?? null,
    about: [
      ...settings,
      `timed by ${peer.timedBy}`,
      ...(commit === undefined ? [] : ['in another run than the rungs here']),
    ].join(', '),
    over: best && point.timing && isFit(point) ? ratioOf(best, point.timing) : null,
  };
}

function ratioOf({ variant, timing }: Best, other: Timing): PeerRatio {
  const { value, interval } = speedOver(timing, other);
  const bounds = interval ? `, 95 % interval ${interval.map(formatSpeedup).join(' to ')}` : '';
  const caches = timing.cache === other.cache ? '' : `; ours ${timing.cache}, its ${other.cache}`;
  return {
    value,
    text: formatSpeedup(value),
    about: `${variant}, the fastest rung of its run, over it${bounds}${caches}`,
  };
}
