// The curriculum for the site: what is asked, and how much of it the runs have proven.
import type { Completion, ItemsFile } from '@kernel-ladder/curriculum';
import { completeBy } from './completion.ts';
import type { SourcedRun } from './site.ts';

/** Two files under data/curriculum/. */
export interface SiteCurriculum {
  readonly completion: Completion;
  /** All items and tracks, a user's own among them, as one file. */
  readonly items: ItemsFile;
}

/** Evaluates every item over the runs that are published, which are in commit order. Throws InvalidDocument. */
export function siteCurriculum(root: string, runs: readonly SourcedRun[]): SiteCurriculum {
  const { curriculum, done } = completeBy(root, runs);
  const items = [...curriculum.items.values()];
  return { completion: done, items: { schemaVersion: 1, tracks: curriculum.tracks, items } };
}
