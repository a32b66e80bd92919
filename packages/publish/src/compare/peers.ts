// Peers that both sides have, as they stand: what got slower about somebody else's code is no verdict on ours.
import { peerDifferences } from '@kernel-ladder/schema';
import type { Peer, Reason, Result } from '@kernel-ladder/schema';
import { median } from '@kernel-ladder/stats';
import { isTimed } from '../comparable.ts';
import { isOwn } from '../peers.ts';

/** The results of one id on both sides, one a launch. */
export interface Pair {
  readonly id: string;
  readonly base: readonly Result[];
  readonly head: readonly Result[];
}

/** A peer's id on both sides; a time is null where no launch has one. */
export interface ComparedPeer {
  readonly id: string;
  readonly baseNs: number | null;
  readonly headNs: number | null;
  /** What is another about the peer, as in `version 2.11 → 2.12`: its times are then of two series. */
  readonly changed: readonly string[];
  /** Why it fails in the head; null where it does not. */
  readonly reason: Reason | null;
}

/** Whether an id is a kernel's of ours. */
export function isOwnPair({ base, head }: Pair): boolean {
  return [...base, ...head].every(isOwn);
}

/** The peers among some ids that ran on both sides. */
export function comparePeers(pairs: readonly Pair[]): readonly ComparedPeer[] {
  return pairs
    .filter((pair) => !isOwnPair(pair))
    .map(({ id, base, head }) => ({ id, base: base.filter(hasRun), head: head.filter(hasRun) }))
    .filter(({ base, head }) => base.length > 0 && head.length > 0)
    .map(({ id, base, head }) => ({
      id,
      baseNs: medianNs(base),
      headNs: medianNs(head),
      changed: changesOf(base.at(-1)?.peer, head.at(-1)?.peer),
      reason: head.findLast(({ status }) => status === 'failed')?.reason ?? null,
    }));
}

function hasRun({ status }: Result): boolean {
  return status !== 'skipped';
}

function changesOf(was: Peer | undefined, is: Peer | undefined): readonly string[] {
  return was && is ? peerDifferences(was, is) : [];
}

function medianNs(results: readonly Result[]): number | null {
  const times = results.filter(isTimed).map(({ timing }) => timing.medianNs);
  return times.length > 0 ? median(times) : null;
}
