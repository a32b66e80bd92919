// Ids with too few runs for a verdict: their latest run beside the best earlier one.
import { leastMove } from '@kernel-ladder/schema';
import type { JudgedMove, SiteJudgement } from '@kernel-ladder/schema';

/** The latest run of an id that is another one than its best earlier run by `leastMove` or more. */
export interface Move extends JudgedMove {
  readonly id: string;
  /** latest/best − 1 of the median time. */
  readonly effect: number;
}

/** Moves in series too short to judge, the largest first. */
export interface Moves {
  /** Ids that are too short to judge, moved or not. */
  readonly short: number;
  readonly slower: readonly Move[];
  readonly faster: readonly Move[];
}

/** Finds them. */
export function movesOf({ series }: SiteJudgement): Moves {
  const short = series.filter(({ points, fewestPoints }) => points < fewestPoints);
  const moves = short.map(({ id, move }): Move => ({ id, ...move, effect: move.latestNs / move.bestNs - 1 }));
  return {
    short: short.length,
    slower: moves.filter(({ effect }) => effect > leastMove).toSorted((a, b) => b.effect - a.effect),
    faster: moves.filter(({ effect }) => effect < -leastMove).toSorted((a, b) => a.effect - b.effect),
  };
}
