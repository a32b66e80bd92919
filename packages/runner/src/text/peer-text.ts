// Who ran what is no kernel of this suite.
import type { Peer } from '@kernel-ladder/schema';

/** A peer in a line: its name, version and settings, and how it is timed. */
export function peerText({ name, version, settings, timedBy }: Peer): string {
  const words = Object.entries(settings).map(([key, value]) => `${key} ${value}`);
  return `${name}, ${[version, ...words].join(', ')}; ${timedBy}`;
}
