// What a user can type to bring the evidence that an item lacks.
import { needsHardware } from './needs.ts';
import type { Item, Missing } from './types.generated.ts';

/** The bench command that brings what is missing, beginning with `bench`; null where nothing can be typed. */
export function commandFor(
  { needs = [], suite = 'full' }: Pick<Item, 'needs' | 'suite'>,
  { by, select }: Missing,
): string | null {
  if (by) return `bench ${by}`;
  if (select === undefined) return null;
  return `bench run --suite ${suite}${needsHardware(needs) ? ' --hardware' : ''} --select '${select}'`;
}
