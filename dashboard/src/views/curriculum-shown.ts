// What every part of the curriculum page is drawn from.
import type { Completion, Curriculum } from '@kernel-ladder/curriculum';
import type { PageContext } from '../pages/context.ts';

/** What the sections are drawn from. */
export interface CurriculumShown extends PageContext {
  readonly completion: Completion;
  readonly curriculum: Curriculum;
}
