// When has a series moved from one commit to the next? That is no verdict: two commits are held against each other, as they are.

/** From how much on a time has moved where nobody knows its noise, as new/old − 1. */
export const leastMove = 0.05;

const leastKnown = 0.02;

/** From which |new/old − 1| on a series has moved: three standard deviations of a difference, where A/A launches know its noise. */
export function leastEffect(
  noise: { readonly sigma: number; readonly launches: number } | undefined,
): number {
  return noise && noise.launches > 0 ? Math.max(leastKnown, 3 * Math.SQRT2 * noise.sigma) : leastMove;
}

/** What a commit did to a time. */
export type MoveKind = 'slower' | 'faster' | 'steady';

/** Names an effect by the least one that counts. */
export function moveOf(effect: number, least: number): MoveKind {
  return effect >= least ? 'slower' : effect <= -least ? 'faster' : 'steady';
}
