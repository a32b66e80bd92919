// Two cards of one model and driver are one machine, and differ by some per cent in some kernels: which times know the same card.
import type { OtherCards } from '@kernel-ladder/schema';

/** A time and the id of the card that took it; null where the run does not know its card. */
export interface OnCard {
  readonly card: string | null;
}

/** Times on both sides of a comparison. */
export interface BothSides<Point extends OnCard> {
  readonly before: readonly Point[];
  readonly now: readonly Point[];
}

// Two H200s were seen to differ by 4 % at most: what is more than twice that is no card's doing.
const mostByCard = 0.1;

// An effect is a quotient less one: of 110 µs and 100 µs it comes out a last digit above a tenth.
const rounding = 1e-9;

/** Whether an effect, as a share of the time before, may be that of another card. */
export function mayBeCards(effect: number): boolean {
  return Math.abs(effect) <= mostByCard + rounding;
}

/** The cards on both sides where both know theirs and have none in common, and the effect may be theirs; else null. */
export function otherCards<Point extends OnCard>(
  { before, now }: BothSides<Point>,
  effect = 0,
): OtherCards | null {
  if (!mayBeCards(effect)) return null;
  const [was, is] = [cardsOf(before), cardsOf(now)];
  if (was.length === 0 || is.length === 0 || was.some((card) => is.includes(card))) return null;
  return { before: was, now: is };
}

/**
 * The times that are on cards of both sides, where the sides know of cards that they do not share; else all of them. Times that do not know their
 * card are no evidence of another.
 */
export function onSharedCards<Point extends OnCard>(sides: BothSides<Point>): BothSides<Point> {
  const [was, is] = [cardsOf(sides.before), cardsOf(sides.now)];
  if (was.length === 0 || is.length === 0) return sides;
  const shared = was.filter((card) => is.includes(card));
  if (shared.length === was.length && shared.length === is.length) return sides;
  const keep = ({ card }: Point) => card !== null && shared.includes(card);
  return { before: sides.before.filter(keep), now: sides.now.filter(keep) };
}

function cardsOf(points: readonly OnCard[]): readonly string[] {
  return [...new Set(points.flatMap(({ card }) => card ?? []))];
}
