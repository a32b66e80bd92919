// The first idea that everybody has: one rank does it all.
import type { Schedule, Shape, Transfer } from '@kernel-ladder/collectives';

/** Rank 0 gathers and reduces all vectors, then hands the result to everyone: two steps, all through one rank's links. */
export function naive({ ranks, elements }: Shape): Schedule {
  const others = elements > 0 ? Array.from({ length: ranks - 1 }, (_, index) => index + 1) : [];
  const whole = { offset: 0, count: elements };
  const toRoot = (rank: number): Transfer => ({ from: rank, to: 0, ...whole, action: 'reduce' });
  const toRank = (rank: number): Transfer => ({ from: 0, to: rank, ...whole, action: 'copy' });
  return {
    ranks,
    elements,
    stepCount: ranks > 1 ? 2 : 0,
    step: (index) => others.map(index === 0 ? toRoot : toRank),
  };
}
