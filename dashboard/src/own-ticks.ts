// The reader's own ticks in the browser: read afresh each time, as another tab may have changed them.
import type { Curriculum, Progress } from '@kernel-ladder/curriculum';
import { InvalidDocument } from '@kernel-ladder/schema';
import { imported, progressText, readKept, toggled } from './model/ticks.ts';
import type { Kept, TickPlace } from './model/ticks.ts';
import { isOfVisit, store, stored } from './storage.ts';
import { counted } from './ui/counted.ts';

const storageKey = 'kernel-ladder-ticks';
const notKept =
  'This browser keeps nothing for this site: your ticks last until the page is loaded again. Export them to keep them.';

/** The ticks, with a sentence for each that was dropped, and for a browser that keeps nothing. */
export function ownTicks(curriculum: Curriculum): Kept {
  const { mine, notes } = readKept(stored(storageKey), curriculum);
  return { mine, notes: isOfVisit(storageKey) ? [...notes, notKept] : notes };
}

/** Ticks today, or takes the tick back. */
export function toggleTick(curriculum: Curriculum, place: TickPlace): void {
  const day = new Date().toISOString().slice(0, 10);
  keep(toggled(ownTicks(curriculum).mine, place, day));
}

/** Adds the ticks of a progress file and says how many; of a file that is none, what is wrong with it. */
export function importTicks(curriculum: Curriculum, file: string, text: string): string {
  const before = ownTicks(curriculum).mine;
  try {
    const after = imported(file, text, before, curriculum);
    keep(after);
    return `${file}: ${counted(after.ticks.length - before.ticks.length, 'new tick')}, ${after.ticks.length} in all.`;
  } catch (error) {
    if (error instanceof InvalidDocument) return `Nothing was imported. ${error.message}.`;
    throw error;
  }
}

function keep(mine: Progress): void {
  store(storageKey, progressText(mine));
}
