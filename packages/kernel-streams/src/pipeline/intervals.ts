// Times in which something was at work, as intervals: together, and beside one another.

/** From when until when, in one unit. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** The same times in order and without overlaps; what ends before it begins is left out. */
export function united(intervals: readonly Interval[]): readonly Interval[] {
  const merged: Interval[] = [];
  for (const next of intervals.filter(({ from, to }) => to > from).toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && next.from <= last.to)
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, next.to) };
    else merged.push(next);
  }
  return merged;
}

/** How long anything of it was at work. */
export function lengthOf(intervals: readonly Interval[]): number {
  return united(intervals).reduce((sum, { from, to }) => sum + to - from, 0);
}

/** How long something of both was at work. */
export function overlapOf(some: readonly Interval[], others: readonly Interval[]): number {
  const beside = united(others);
  return united(some).reduce(
    (sum, { from, to }) =>
      sum +
      beside.reduce(
        (own, other) => own + Math.max(0, Math.min(to, other.to) - Math.max(from, other.from)),
        0,
      ),
    0,
  );
}
