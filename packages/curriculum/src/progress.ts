// A learner's ticks are for items that are there, and for entries of their checklists.
import { InvalidDocument } from '@kernel-ladder/schema';
import type { Curriculum } from './curriculum.ts';
import type { Item, Progress, Tick } from './types.generated.ts';

/** Refuses a tick of an unknown item, of one that is proven and not ticked, or of no entry of its checklist. */
export function checkProgress(file: string, progress: Progress, { items }: Curriculum): Progress {
  for (const [index, tick] of progress.ticks.entries()) {
    const fault = faultOf(tick, items.get(tick.item));
    if (fault) throw new InvalidDocument(`${file}: /ticks/${index}/${fault.field}: ${fault.what}`);
  }
  return progress;
}

interface Fault {
  readonly field: 'item' | 'check';
  readonly what: string;
}

function faultOf({ item: id, check }: Tick, item: Item | undefined): Fault | null {
  if (!item) return { field: 'item', what: `there is no item "${id}"` };
  if (item.rule) return { field: 'item', what: `"${id}" is proven by results, not ticked` };
  const titles = item.checklist?.map(({ title }) => title);
  if (!titles) return check === undefined ? null : { field: 'check', what: `"${id}" has no checklist` };
  const isEntry = check !== undefined && titles.includes(check);
  return isEntry ? null : { field: 'check', what: `must be one of ${titles.join(', ')}` };
}
