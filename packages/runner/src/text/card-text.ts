// The physical card in words.
import type { Card, OtherCards } from '@kernel-ladder/schema';

/** `45cde3b1f0a21177 at 0000:00:06.0`. */
export function cardText({ id, bus }: Card): string {
  return `${id} at ${bus}`;
}

/** `another card: 45cde3b1 → 0f3a9c22`. */
export function otherCardsText({ before, now }: OtherCards): string {
  const [was, is] = [before, now].map((ids) => ids.map((id) => id.slice(0, 8)).join(', '));
  return `another card: ${was} → ${is}`;
}

/** Why a change between two cards is no verdict, and what brings one. */
export const cardRemedy =
  'it may be the card alone, since two of one model differ by some per cent: bench ab measures both commits on one card';
