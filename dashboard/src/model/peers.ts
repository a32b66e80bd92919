// Somebody else's rows beside the rungs of a case: who ran, and how many times as fast our best rung is in the same run.
import { doubtsBeside, speedOver } from '@kernel-ladder/schema';
import type { Peer, SiteFamily, SitePoint, Timing } from '@kernel-ladder/schema';
import { formatSpeedup } from '../format.ts';
import type { Rung } from './rung.ts';

/** A peer's row of one run. */
export interface PeerNote {
  /** Name and version, as in `cuBLAS 12.8`. */
  readonly name: string;
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

/** The peers among the rungs of one run and case, by variant; `breaking` are the rungs that never stand for ours. */
export function peerNotes(
  family: SiteFamily,
  rungs: readonly Rung[],
  breaking: ReadonlySet<string>,
): ReadonlyMap<string, PeerNote> {
  const best = bestOf(
    rungs.filter(({ point, series }) => point.peer === undefined && !breaking.has(series.variant)),
  );
  const notes = rungs.flatMap(({ point, series }) => {
    const peer = peerOf(family, point);
    return peer ? [[series.variant, noteOf(peer, point, best)] as const] : [];
  });
  return new Map(notes);
}

interface Best {
  readonly variant: string;
  readonly timing: Timing;
}

function bestOf(rungs: readonly Rung[]): Best | undefined {
  const fit = rungs.flatMap(({ point, series: { variant } }) =>
    point.timing && isFit(point) ? [{ variant, timing: point.timing }] : [],
  );
  return fit.toSorted((a, b) => a.timing.medianNs - b.timing.medianNs)[0];
}

function isFit({ comparable = true, comparableReasons = [], ...point }: SitePoint): boolean {
  return doubtsBeside({ ...point, comparable, comparableReasons }) === null;
}

function noteOf(peer: Peer, point: SitePoint, best: Best | undefined): PeerNote {
  const settings = Object.entries(peer.settings).map(([key, value]) => `${key} ${value}`);
  return {
    name: `${peer.name} ${peer.version}`,
    about: [...settings, `timed by ${peer.timedBy}`].join(', '),
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
    about: `${variant}, the fastest rung of this run, over it${bounds}${caches}`,
  };
}
