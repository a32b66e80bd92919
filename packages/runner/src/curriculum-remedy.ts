// What a user of this checkout can do to bring the evidence that an item lacks.
import { commandFor } from '@kernel-ladder/curriculum';
import type { Item, Missing } from '@kernel-ladder/curriculum';

/** The command that brings what is missing, or why there is none; null where nothing can be typed. */
export function remedyFor(item: Item, missing: Missing, families: readonly string[]): string | null {
  const [family = ''] = missing.by ? [] : (missing.select ?? '').split('/');
  const isName = /^[a-z][a-z0-9-]*$/.test(family);
  if (isName && !families.includes(family)) return `there is no packages/kernel-${family} to run`;
  return commandFor(item, missing);
}
