// What a user can type to bring the evidence that an item lacks.
import type { Item, Missing } from '@kernel-ladder/curriculum';

/** The command that brings what is missing, or why there is none; null where nothing can be typed. */
export function remedyFor(item: Item, missing: Missing, families: readonly string[]): string | null {
  if (missing.by) return `bench ${missing.by}`;
  if (missing.select === undefined) return null;
  const [family = ''] = missing.select.split('/');
  const isName = /^[a-z][a-z0-9-]*$/.test(family);
  if (isName && !families.includes(family)) return `there is no packages/kernel-${family} to run`;
  const hardware = (item.needs ?? []).some(isHardware) ? ' --hardware' : '';
  return `bench run --suite full${hardware} --select '${missing.select}'`;
}

function isHardware(need: string): boolean {
  return need === 'gpu' || need.startsWith('nvidia-host');
}
