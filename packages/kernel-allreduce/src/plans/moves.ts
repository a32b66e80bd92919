// The words between a schedule and the kernel: terms, moves, dispatches, programs.

/** A vector that a move reads: where the rank has it. */
export interface Term {
  readonly rank: number;
  readonly isWritten: boolean;
}

/** `count` elements from `offset` on: the combination of all terms, in order, goes to rank `to`. */
export interface Move {
  readonly to: number;
  readonly offset: number;
  readonly count: number;
  readonly terms: readonly Term[];
  /** Whether every rank's contribution is in the result for the first time: a mean divides here and only here. */
  readonly isComplete: boolean;
}

/** Moves that run at once. */
export interface Dispatch {
  readonly moves: readonly Move[];
  /** The step of the schedule, or null for a copy that only the simulation needs. */
  readonly step: number | null;
  /** What unwritten terms are read from. */
  readonly source: 'input' | 'staging' | 'output';
  readonly destination: 'output' | 'staging';
}

/** An allreduce ready to be launched. */
export interface Program {
  readonly dispatches: readonly Dispatch[];
  /** Longest chain of dependent additions behind an element. */
  readonly additions: number;
  /** Most often that a sum on the way to an element is stored, and with it rounded to the element type. */
  readonly roundings: number;
}

/** Elements that a dispatch reads and writes: its memory traffic. */
export function elementsMoved({ moves }: Dispatch): number {
  return moves.reduce((sum, { count, terms }) => sum + count * (terms.length + 1), 0);
}

/** Elements that leave a rank in a dispatch: on a network they would be messages. Copies between buffers are none. */
export function elementsSent({ moves, step }: Dispatch): number {
  if (step === null) return 0;
  return moves.reduce(
    (sum, { to, count, terms }) => sum + count * terms.filter(({ rank }) => rank !== to).length,
    0,
  );
}
