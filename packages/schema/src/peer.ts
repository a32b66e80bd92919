// Who ran, where it was not the harness: a peer with another version or other settings is another one.
import type { Peer } from './types.generated.ts';

/** Whether two rows are of one peer: name, interface, version and settings, timed in one way. */
export function isSamePeer(a: Peer, b: Peer): boolean {
  return peerDifferences(a, b).length === 0;
}

/** What tells two peers apart, as in `version 2.11 → 2.12`; a dash where one does not say. */
export function peerDifferences(from: Peer, to: Peer): readonly string[] {
  const [before, after] = [traitsOf(from), traitsOf(to)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names
    .map((name) => ({ name, was: before.get(name) ?? '–', is: after.get(name) ?? '–' }))
    .filter(({ was, is }) => was !== is)
    .map(({ name, was, is }) => `${name} ${was} → ${is}`);
}

function traitsOf({ settings, timedBy, ...who }: Peer): ReadonlyMap<string, string> {
  const traits = { ...who, 'timed by': timedBy };
  const chosen = Object.entries(settings).map(([name, value]) => [`setting ${name}`, value] as const);
  return new Map([...Object.entries(traits), ...chosen].map(([name, value]) => [name, String(value)]));
}
