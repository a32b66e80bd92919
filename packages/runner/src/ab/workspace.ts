// The words BASE and HEAD as folders that can be launched.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CommandFailure } from '../failure.ts';
import { resolveCommit } from '../git.ts';
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

/** An unpacked bundle or other workspace by its folder, or a commit, checked out and installed. Throws when it is neither. */
export async function openWorkspace(io: Io, worktrees: Worktrees, text: string): Promise<Workspace> {
  const folder = resolve(io.cwd, text);
  if (existsSync(join(folder, 'packages'))) return { name: text, root: folder };
  const sha = resolveCommit(io.root, text);
  if (sha === null)
    throw new CommandFailure(`${text} is no commit of ${io.root} and no folder of an unpacked bundle`);
  io.err(`checking out ${sha.slice(0, 8)} …\n`);
  const root = worktrees.add(sha);
  await installWorktree(io, root);
  return { name: sha.slice(0, 8), root };
}
