// Peers over commits: nobody here made them faster or slower. They are watched for being others than before, and never judged.
import { peerDifferences } from '@kernel-ladder/schema';
import type { Peer, Result, Run } from '@kernel-ladder/schema';

/** A peer that is another one than in the last run that had it. */
export interface PeerChange {
  /** family/variant */
  readonly row: string;
  /** As in `version 2.11 → 2.12`. */
  readonly changed: readonly string[];
}

/** Whether a result is of a kernel of ours, whose speed is ours to answer for. */
export function isOwn({ kind }: Pick<Result, 'kind'>): boolean {
  return kind === 'gpu';
}

/** The peers of the newer runs that differ from those of the older ones; both are in commit order. */
export function peerChanges(older: readonly Run[], newer: readonly Run[]): readonly PeerChange[] {
  const before = lastPeers(older);
  return [...lastPeers(newer)].flatMap(([row, peer]) => {
    const was = before.get(row);
    const changed = was ? peerDifferences(was, peer) : [];
    return changed.length > 0 ? [{ row, changed }] : [];
  });
}

function lastPeers(runs: readonly Run[]): ReadonlyMap<string, Peer> {
  // What was skipped has not run: nobody knows its version then.
  const ran = runs.flatMap(({ results }) => results.filter(({ status }) => status !== 'skipped'));
  return new Map(
    ran.flatMap(({ family, variant, peer }) => (peer ? [[`${family}/${variant}`, peer] as const] : [])),
  );
}
