// Who the peers of a page are, and which of their rows have no place on it.
import { isSamePeer } from '@kernel-ladder/schema';
import type { Peer } from '@kernel-ladder/schema';
import type { Row } from '@kernel-ladder/curriculum';
import type { PeerRows, Unpaired } from './peers.ts';
import { sourceCells, sourceColumns } from './report.ts';
import type { Section } from './report.ts';

interface Known {
  readonly peer: Peer;
  readonly rows: readonly Row[];
}

/** Each peer once: a version or a setting makes another one. */
export function whoSection({ pairs, unpaired }: PeerRows): Section {
  const rows = [...pairs.map(({ peerRow }) => peerRow), ...unpaired.map(({ row }) => row)];
  const known = rows.reduce(withPeer, []);
  return {
    title: 'Who they are',
    text:
      known.length > 0
        ? 'Versions and settings as the run has them, and what one sample spans.'
        : 'Nobody yet.',
    columns: known.length > 0 ? ['peer', 'name', 'version', 'settings', 'timed by', 'rows'] : [],
    rows: known.map(({ peer, rows: own }) => [
      [...new Set(own.map(({ result }) => `\`${result.variant}\``))].join(' '),
      peer.name,
      peer.version,
      Object.entries(peer.settings)
        .map(([key, value]) => `${key} ${value}`)
        .join(', '),
      peer.timedBy,
      String(own.length),
    ]),
    sources: [],
  };
}

function withPeer(known: readonly Known[], row: Row): readonly Known[] {
  const { peer } = row.result;
  if (!peer) return known;
  const at = known.findIndex((one) => isSamePeer(one.peer, peer));
  if (at < 0) return [...known, { peer, rows: [row] }];
  return known.map((one, place) => (place === at ? { ...one, rows: [...one.rows, row] } : one));
}

/** The rows that nothing can be said over, a line a reason. */
export function unpairedSection(unpaired: readonly Unpaired[]): Section {
  const reasons = [...Map.groupBy(unpaired, ({ why }) => why)];
  return {
    title: 'Not compared',
    text: unpaired.length === 0 ? 'Every recorded row of a peer has its place above.' : '',
    columns: unpaired.length === 0 ? [] : ['why', 'rows', 'of', ...sourceColumns],
    rows: reasons.flatMap(([why, [first, ...more]]) => {
      if (!first) return [];
      const names = [first, ...more].map(({ row: { result } }) => `${result.family}/${result.variant}`);
      return [[why, String(names.length), [...new Set(names)].join(' '), ...sourceCells(first.row)]];
    }),
    sources: unpaired.map(({ row }) => row),
  };
}
