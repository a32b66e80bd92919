// Threads that work on one task together: a barrier, and numbers put together across it.
import type { Part } from './loops/part.ts';

/** Shared memory of as many threads as there are places for partial numbers. */
export interface Team {
  /** How many threads have come to the barrier, and how often all have left it. */
  readonly barrier: Int32Array;
  readonly partials: Float64Array;
}

/** Memory for a team of `threads`. */
export function createTeam(threads: number): Team {
  return {
    barrier: new Int32Array(new SharedArrayBuffer(8)),
    partials: new Float64Array(new SharedArrayBuffer(8 * threads)),
  };
}

const place = { arrived: 0, rounds: 1 } as const;

// No part of a task takes as long: what is waited for has failed.
const longestMs = 60_000;

/** Waits until all threads have come: what they wrote before is there for all of them after. Throws when one does not come. */
export function meet(barrier: Int32Array, threads: number, patienceMs = longestMs): void {
  const round = Atomics.load(barrier, place.rounds);
  if (Atomics.add(barrier, place.arrived, 1) === threads - 1) {
    Atomics.store(barrier, place.arrived, 0);
    Atomics.add(barrier, place.rounds, 1);
    Atomics.notify(barrier, place.rounds);
    return;
  }
  while (Atomics.load(barrier, place.rounds) === round) {
    if (Atomics.wait(barrier, place.rounds, round, patienceMs) === 'timed-out')
      throw new Error(`not all of ${threads} threads came within ${patienceMs} ms`);
  }
}

/** The sum, or the greatest, of all threads' numbers; every thread gets the same. */
export function combineAll(
  { barrier, partials }: Team,
  part: Part,
  { op, mine }: { readonly op: 'sum' | 'max'; readonly mine: number },
): number {
  if (part.of === 1) return mine;
  partials[part.index] = mine;
  meet(barrier, part.of);
  const all = op === 'max' ? Math.max(...partials) : partials.reduce((sum, partial) => sum + partial);
  // None may write its next number while another still reads these.
  meet(barrier, part.of);
  return all;
}
