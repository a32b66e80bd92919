// What a commit did to the series of its machine, as one word with a shape, and as a sentence.
import type { GridCommit, GridCounts } from '@kernel-ladder/schema';
import { shortCommit } from '../format.ts';

/** The kinds of commits, the worst first, each with what its cell says. */
export const deeds = {
  failing: 'series fail',
  slower: 'series slower',
  mixed: 'some slower, some faster',
  gone: 'series gone',
  faster: 'series faster',
  new: 'new series',
  steady: 'nothing moved',
  untimed: 'nothing that may be compared',
  alone: 'a run that nobody judges',
} as const;

/** One of them. */
export type Deed = keyof typeof deeds;

/** The word. */
export function deedOf({ counts, alone }: Pick<GridCommit, 'counts' | 'alone'>): Deed {
  if (alone) return 'alone';
  const { failing, slower, faster, gone, timed } = counts;
  if (failing > 0) return 'failing';
  if (slower > 0) return faster > 0 ? 'mixed' : 'slower';
  if (gone > 0) return 'gone';
  if (faster > 0) return 'faster';
  if (counts.new > 0) return 'new';
  return timed > 0 ? 'steady' : 'untimed';
}

const told = ['failing', 'slower', 'faster', 'gone', 'new'] as const satisfies readonly (keyof GridCounts)[];

/** As in `12 slower, 3 faster of 156 timed`. */
export function countsWords({ counts, alone }: Pick<GridCommit, 'counts' | 'alone'>): string {
  if (alone) return deeds.alone;
  const parts = told.flatMap((what) =>
    counts[what] > 0 ? [`${counts[what].toLocaleString('en')} ${what}`] : [],
  );
  const what = parts.length > 0 ? parts.join(', ') : 'nothing moved';
  return `${what}; ${counts.timed.toLocaleString('en')} timed`;
}

/** Everything about a commit in a line. */
export function commitWords(commit: GridCommit): string {
  const { sha, subject, interrupted = 0 } = commit;
  const broken = interrupted > 0 ? `; ${interrupted} of its ${commit.runs} runs interrupted` : '';
  return `${shortCommit(sha)} ${subject}: ${countsWords(commit)}${broken}`;
}
