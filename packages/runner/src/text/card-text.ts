// The physical card in words.
import type { Card } from '@kernel-ladder/schema';

export { otherCardsText } from '@kernel-ladder/publish/compare';

/** `45cde3b1f0a21177 at 0000:00:06.0`. */
export function cardText({ id, bus }: Card): string {
  return `${id} at ${bus}`;
}

/** Why a change between two cards is no verdict, and what brings one. */
export const cardRemedy =
  'it may be the card alone, since two of one model differ by some per cent: bench ab measures both commits on one card';
