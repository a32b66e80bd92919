// The code that a command measures: what it was before the first process started, and whether anybody has touched it since.
import type { Commit } from '@kernel-ladder/schema';
import { readCommit } from './git.ts';
import { editedSince, namePaths, readSources, uncommitted } from './sources.ts';
import type { Sources } from './sources.ts';

/** A workspace at one moment. */
export interface Code {
  readonly root: string;
  readonly commit: Commit;
  readonly sources: Sources;
}

/** Looks at a workspace. */
export function readCode(root: string): Code {
  const sources = readSources(root);
  return { root, commit: readCommit(root, sources), sources };
}

/** A line that names what is not committed; empty where all is. */
export function uncommittedText({ sources }: Code): string {
  const paths = uncommitted(sources);
  return paths.length > 0 ? `uncommitted changes: ${namePaths(paths)}\n` : '';
}

/** Names what was written, made or removed since; null where nothing was. */
export function editsSince({ root, sources }: Code): string | null {
  const paths = editedSince(root, sources);
  return paths.length > 0 ? namePaths(paths) : null;
}
