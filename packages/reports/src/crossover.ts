// From which size on one of two ways is the faster one.

/** The times of two ways at one size, in one unit. */
export interface Pace {
  readonly size: number;
  readonly first: number;
  readonly second: number;
}

/** Where the second way overtakes the first. */
export interface Crossover {
  /** The smallest measured size from which on the second is faster at every one. */
  readonly from: number;
  /** The largest measured size at which it is not; null where it is faster at all. */
  readonly above: number | null;
  /** Where both take the same time, if their ratio is a straight line between these two on logarithms; `from` where there is but one. */
  readonly at: number;
}

/** The crossover of measured sizes, in any order; null where the second way is not faster at the largest, or nothing was measured. */
export function crossoverOf(paces: readonly Pace[]): Crossover | null {
  const ascending = paces.toSorted((a, b) => a.size - b.size);
  const place = ascending.findLastIndex(({ first, second }) => second >= first);
  const [above, from] = [ascending[place], ascending[place + 1]];
  if (!from) return null;
  if (!above) return { from: from.size, above: null, at: from.size };
  const [before, after] = [leadOf(above), leadOf(from)];
  const share = before / (before - after);
  return { from: from.size, above: above.size, at: above.size * (from.size / above.size) ** share };
}

// Positive while the second way is behind.
function leadOf({ first, second }: Pace): number {
  return Math.log(second / first);
}
