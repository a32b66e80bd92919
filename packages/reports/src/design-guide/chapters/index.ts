// The chapters in the order of the guide: from the way to memory to whole programs.
import type { Chapter } from '../chapter.ts';
import { folds } from './folds.ts';
import { irregular } from './irregular.ts';
import { memory } from './memory.ts';
import { products } from './products.ts';
import { programs } from './programs.ts';

/** Every chapter. */
export const chapters: readonly Chapter[] = [...memory, ...folds, ...products, ...irregular, ...programs];
