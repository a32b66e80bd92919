// The reader's own ticks: a progress file of their own, apart from the one that the checkout has, under the same rules.
import { checkProgress, noProgress, parseProgress } from '@kernel-ladder/curriculum';
import type { Curriculum, ItemState, Progress, Tick } from '@kernel-ladder/curriculum';
import { InvalidDocument, readJson } from '@kernel-ladder/schema';

/** What a tick is for: an item, or one entry of its checklist. */
export type TickPlace = Pick<Tick, 'item' | 'check'>;

/** What was kept, as far as it can be used, and a sentence for all that cannot. */
export interface Kept {
  readonly mine: Progress;
  readonly notes: readonly string[];
}

/** Reads what the browser has kept. What is damaged is dropped, and so is a tick that the curriculum does not take. */
export function readKept(text: string | null, curriculum: Curriculum): Kept {
  if (text === null) return { mine: noProgress, notes: [] };
  try {
    const progress = parseProgress('your ticks', readJson('your ticks', text));
    const faults = progress.ticks.map((tick) => faultOf(tick, curriculum));
    return {
      mine: { ...progress, ticks: progress.ticks.filter((_, at) => faults[at] === null) },
      notes: faults.flatMap((fault) => (fault === null ? [] : [`A tick was dropped: ${fault}.`])),
    };
  } catch (error) {
    return {
      mine: noProgress,
      notes: [`What was kept of your ticks is damaged and was dropped: ${saidBy(error)}.`],
    };
  }
}

function faultOf(tick: Tick, curriculum: Curriculum): string | null {
  try {
    checkProgress('your ticks', { ...noProgress, ticks: [tick] }, curriculum);
    return null;
  } catch (error) {
    return saidBy(error).replace('your ticks: /ticks/0/', '');
  }
}

function saidBy(error: unknown): string {
  if (error instanceof InvalidDocument) return error.message;
  throw error;
}

/** The ticks of a progress file beside those that are there; of two for one place that of the file. Throws InvalidDocument. */
export function imported(file: string, text: string, mine: Progress, curriculum: Curriculum): Progress {
  const { ticks } = checkProgress(file, parseProgress(file, readJson(file, text)), curriculum);
  const others = mine.ticks.filter((one) => !ticks.some((tick) => isAt(tick, one)));
  return { ...mine, ticks: [...others, ...ticks] };
}

/** With the tick where there is none, without it where there is one; `date` is the day of a tick, YYYY-MM-DD. */
export function toggled(mine: Progress, place: TickPlace, date: string): Progress {
  const others = mine.ticks.filter((tick) => !isAt(tick, place));
  const isThere = others.length < mine.ticks.length;
  return { ...mine, ticks: isThere ? others : [...others, { ...place, date }] };
}

/** The reader's tick for an item, or for the entry of its checklist; null where there is none. */
export function tickAt(mine: Progress, place: TickPlace): Tick | null {
  return mine.ticks.find((tick) => isAt(tick, place)) ?? null;
}

function isAt(tick: TickPlace, { item, check }: TickPlace): boolean {
  return tick.item === item && tick.check === check;
}

/** How much of an item the reader has ticked. */
export interface OwnParts {
  readonly done: number;
  readonly parts: number;
}

/** The reader's ticks that count for an item; a blocked entry of a checklist takes none. */
export function ownParts({ id, checklist }: ItemState, mine: Progress): OwnParts {
  if (!checklist) return { done: tickAt(mine, { item: id }) ? 1 : 0, parts: 1 };
  const done = checklist.filter(({ title, blocked }) => !blocked && tickAt(mine, { item: id, check: title }));
  return { done: done.length, parts: checklist.length };
}

/** How many of these items the reader has ticked whole. */
export function ownDone(items: readonly ItemState[], mine: Progress): number {
  return items.filter((item) => {
    const { done, parts } = ownParts(item, mine);
    return done === parts;
  }).length;
}

/** The text of a progress file. */
export function progressText(mine: Progress): string {
  return `${JSON.stringify(mine, null, 2)}\n`;
}
