// What every part of the curriculum page is drawn from.
import type { AuditedItem, Completion, Curriculum, ItemState, Progress } from '@kernel-ladder/curriculum';
import type { NextRow } from '../model/next.ts';
import type { TickPlace } from '../model/ticks.ts';
import type { PageContext } from '../pages/context.ts';

/** What the files say, and what follows from them alone. */
export interface CurriculumFiles {
  readonly completion: Completion;
  readonly curriculum: Curriculum;
  readonly next: readonly NextRow[];
  /** Provable items by id. */
  readonly audited: ReadonlyMap<string, AuditedItem>;
}

/** The same with the address, and with the reader's own ticks. */
export interface CurriculumShown extends PageContext, CurriculumFiles {
  readonly mine: Progress;
  /** Ticks, or takes the tick back. */
  readonly onTick: (place: TickPlace) => void;
  /** Takes the ticks of a progress file; the answer says what came of it. */
  readonly onImport: (file: string, text: string) => string;
}

/** An item and what the page knows besides. */
export interface ItemProps {
  readonly item: ItemState;
  readonly shown: CurriculumShown;
}
