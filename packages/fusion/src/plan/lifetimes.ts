// How long values live, and how much memory lives at once.

/** A value that takes memory from the pass that writes it to the last that reads it, both included. */
export interface Lifetime {
  readonly id: number;
  readonly bytes: number;
  readonly first: number;
  readonly last: number;
}

/** What a pass writes and reads, of the values that take memory. */
export interface Uses {
  readonly writes: readonly number[];
  readonly reads: readonly number[];
}

/** The lifetimes of all values that the passes write; one that nobody reads lives as long as its pass. */
export function lifetimes(passes: readonly Uses[], bytesOf: (id: number) => number): readonly Lifetime[] {
  const found = new Map<number, Lifetime>();
  for (const [at, { writes, reads }] of passes.entries()) {
    for (const id of writes) found.set(id, { id, bytes: bytesOf(id), first: at, last: at });
    for (const id of reads) {
      const known = found.get(id);
      if (known) found.set(id, { ...known, last: at });
    }
  }
  return [...found.values()];
}

/** The most bytes that live at once: no plan can do with less. */
export function peakBytes(values: readonly Lifetime[]): number {
  const changes = new Map<number, number>();
  const change = (at: number, bytes: number) => changes.set(at, (changes.get(at) ?? 0) + bytes);
  for (const { first, last, bytes } of values) {
    change(first, bytes);
    change(last + 1, -bytes);
  }
  let [most, live] = [0, 0];
  for (const [, bytes] of [...changes].toSorted(([a], [b]) => a - b)) {
    live += bytes;
    most = Math.max(most, live);
  }
  return most;
}

/** Whether two values live in one pass. */
export function liveTogether(one: Lifetime, other: Lifetime): boolean {
  return one.first <= other.last && other.first <= one.last;
}
