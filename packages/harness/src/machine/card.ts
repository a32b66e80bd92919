// Which physical card: two of one model and driver differ by up to some per cent, and WebGPU tells them by their name alone.
import { cardId } from '@kernel-ladder/schema/measuring';
import type { Card } from '@kernel-ladder/schema';

/** A card as its driver describes it. */
export interface HostCard {
  readonly model: string;
  /** As in `0000:00:06.0`. */
  readonly bus: string;
  /** Null where the driver has not asked the card yet: it does when the card is first opened. */
  readonly uuid: string | null;
}

// A card that nobody has opened reads `GPU-????????-????-????-????-????????????`.
const wholeUuid = /^GPU-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads what NVIDIA's driver for Linux says of a card: lines of `name: value`. Null where model or bus are missing. */
export function parseCard(text: string): HostCard | null {
  const facts = new Map(
    text.split('\n').map((line) => {
      const [name = '', ...rest] = line.split(':');
      return [name.trim(), rest.join(':').trim()] as const;
    }),
  );
  const [model = '', bus = '', uuid = ''] = ['Model', 'Bus Location', 'GPU UUID'].map((name) =>
    facts.get(name),
  );
  if (model === '' || bus === '') return null;
  return { model, bus, uuid: wholeUuid.test(uuid) ? uuid : null };
}

/** The cards that an adapter of this name may be. */
export function fittingCards(name: string, cards: readonly HostCard[]): readonly HostCard[] {
  return cards.filter(({ model }) => model.toLowerCase() === name.toLowerCase());
}

/** The card behind an adapter; null where none or several fit its name, or the driver does not know it. */
export function cardOf(name: string, cards: readonly HostCard[]): Card | null {
  const [card, ...others] = fittingCards(name, cards);
  if (!card || others.length > 0 || card.uuid === null) return null;
  return { id: cardId(card.uuid), bus: card.bus };
}
