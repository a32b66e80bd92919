// The words BASE and HEAD as folders that can be launched.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CommandFailure } from '../failure.ts';
import { resolveCommit } from '../files/git.ts';
import type { Io } from '../io.ts';
import { installWorktree } from './install.ts';
import type { Worktrees } from './worktrees.ts';

/** A folder with families, and what the user called it. */
export interface Workspace {
  readonly name: string;
  readonly root: string;
}

/** This checkout as it is, changes included. */
export function ownWorkspace(io: Io): Workspace {
  return { name: 'working tree', root: io.root };
}

/** What a word of the user means: a folder that is there, or a commit by its sha. */
export type Found = { readonly folder: string } | { readonly sha: string };

/** Finds an unpacked bundle or other workspace by its folder, or a commit. Throws when the text is neither. */
export function findWorkspace(io: Io, text: string): Found {
  const folder = resolve(io.cwd, text);
  if (existsSync(join(folder, 'packages'))) return { folder };
  const sha = resolveCommit(io.root, text);
  if (sha !== null) return { sha };
  throw new CommandFailure(`${text} is no commit of ${io.root} and no folder of an unpacked bundle`);
}

/** An unpacked bundle or other workspace by its folder, or a commit, checked out and installed. Throws when it is neither. */
export async function openWorkspace(io: Io, worktrees: Worktrees, text: string): Promise<Workspace> {
  const found = findWorkspace(io, text);
  if ('folder' in found) return { name: text, root: found.folder };
  const { sha } = found;
  io.err(`checking out ${sha.slice(0, 8)} …\n`);
  const root = worktrees.add(sha);
  await installWorktree(io, root);
  return { name: sha.slice(0, 8), root };
}
