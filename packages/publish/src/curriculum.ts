// The curriculum for the site: what is asked, and how much of it the runs have proven.
import { parseCompletion, parseItems } from '@kernel-ladder/curriculum';
import type { Completion, Curriculum } from '@kernel-ladder/curriculum';
import { dataName } from './files.ts';
import type { DataFile } from './files.ts';

/** Two files: the states, and all items and tracks, a user's own among them. Throws InvalidDocument. */
export function curriculumFiles(curriculum: Curriculum, done: Completion): readonly DataFile[] {
  const { completion, items } = dataName;
  const all = { schemaVersion: 1, tracks: curriculum.tracks, items: [...curriculum.items.values()] };
  return [
    { name: completion, content: parseCompletion(completion, done) },
    { name: items, content: parseItems(items, all) },
  ];
}
