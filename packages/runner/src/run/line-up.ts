// Parts that have yet to be timed, and which of them is next: nobody waits for awkward cases while another one could go.
import type { Coverage } from './coverage.ts';
import { isApart, isOnHostClock } from './parts.ts';
import type { TimedPart } from './parts.ts';

/** Who has yet to have a turn. */
export interface LineUp {
  /** In the order in which they were given. */
  readonly rest: () => readonly TimedPart[];
  /** Those whose awkward cases are known in the order in which they will go, up to where somebody who is yet to be known may come before. */
  readonly soon: () => readonly TimedPart[];
  /**
   * The next one, which stays among the rest until it goes: the first whose awkward cases are known, or become known; `onKnown` is told where that
   * had to be waited for. Nobody where there is none left, or where nobody looks any more and none that may be next is known.
   */
  readonly next: (onKnown: () => void) => Promise<TimedPart | undefined>;
  /** Takes one out whose turn has come. */
  readonly go: (part: TimedPart) => void;
}

/** What is known of awkward cases, and whether one part may go before another: where one process has the device at a time, all of them are known. */
export interface LineUpTerms {
  readonly coverage: Pick<Coverage, 'of' | 'isKnown' | 'done'>;
  readonly mayOvertake: boolean;
}

/**
 * All parts, stretch by stretch. Within a stretch one may overtake another; the last one stays the last, since it measures the rulers. Peers stay behind all
 * kernels, and so does what the host's clock times, beside which nothing is checked.
 */
export function createLineUp(parts: readonly TimedPart[], { coverage, mayOvertake }: LineUpTerms): LineUp {
  const rest = [...parts];
  const isKnown = ({ family }: TimedPart) => coverage.isKnown(family);
  const candidates = () => (mayOvertake ? overtaking(rest) : rest.slice(0, 1));
  return {
    rest: () => rest,
    soon: () => {
      const own = candidates();
      const known = own.filter(isKnown);
      if (known.length < own.length) return known;
      const behind = rest.filter((part) => !own.includes(part));
      const end = behind.findIndex((part) => !isKnown(part));
      return [...known, ...(end < 0 ? behind : behind.slice(0, end))];
    },
    next: async (onKnown) => {
      const [first] = rest;
      if (!first) return undefined;
      // What went wrong is thrown behind the last part.
      if (isOnHostClock(first)) await coverage.done.catch(() => {});
      if (!candidates().some(isKnown)) {
        await Promise.race(candidates().map(({ family }) => coverage.of(family)));
        onKnown();
      }
      return candidates().find(isKnown);
    },
    go: (part) => void rest.splice(rest.indexOf(part), 1),
  };
}

// The first one, and those behind it in its stretch that need to know nothing of any before them.
function overtaking(rest: readonly TimedPart[]): readonly TimedPart[] {
  const end = rest.findIndex((part) => part.isLast || part.family.rungs || isOnHostClock(part));
  const own = rest.slice(0, Math.max(1, end));
  return own.filter((part, at) => own.slice(0, at).every((before) => isApart(before, part)));
}
