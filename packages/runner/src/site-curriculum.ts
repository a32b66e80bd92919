// The curriculum for the site: what is asked, and how much of it the runs have proven.
import { completion } from '@kernel-ladder/curriculum';
import type { Completion, ItemsFile } from '@kernel-ladder/curriculum';
import {
  readArtefacts,
  readCurriculum,
  readProgress,
  readTestEvidence,
} from '@kernel-ladder/curriculum/node';
import type { SourcedRun } from './site.ts';

/** Two files under data/curriculum/. */
export interface SiteCurriculum {
  readonly completion: Completion;
  /** All items and tracks, a user's own among them, as one file. */
  readonly items: ItemsFile;
}

/** Evaluates every item over the runs that are published, which are in commit order. */
export function siteCurriculum(root: string, runs: readonly SourcedRun[]): SiteCurriculum {
  const curriculum = readCurriculum(root);
  const evidence = {
    runs: runs.map(({ run }) => run),
    tests: readTestEvidence(root),
    artefacts: readArtefacts(root),
  };
  return {
    completion: completion(curriculum, evidence, readProgress(root, curriculum)),
    items: { schemaVersion: 1, tracks: curriculum.tracks, items: [...curriculum.items.values()] },
  };
}
