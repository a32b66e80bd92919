// Other commits of this repository as folders of their own; whatever happens, none of them stays behind.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandFailure, exitCodes } from '../failure.ts';
import { callGit } from '../files/call-git.ts';
import { isAlive } from '../process/alive.ts';

/** Worktrees that live as long as one command. */
export interface Worktrees {
  /**
   * Checks a commit out and returns its workspace: the worktree's folder, or the one in it that the workspace has in a repository
   * that holds more. Throws with what git says.
   */
  readonly add: (sha: string) => string;
  /** Removes one of them, by its workspace. */
  readonly remove: (workspace: string) => void;
}

/** Hands out worktrees of the repository at `root` and removes all of them at the end, also when the process exits. */
export async function withWorktrees<Answer>(
  root: string,
  use: (worktrees: Worktrees) => Promise<Answer>,
): Promise<Answer> {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`)));
  const within = callGit(root, ['rev-parse', '--show-prefix']) ?? '';
  const folders = new Map<string, string>();
  const clear = () => {
    for (const folder of folders.values()) removeWorktree(root, folder);
    rmSync(scratch, { recursive: true, force: true });
    if (folders.size > 0) tryGit(root, ['worktree', 'prune']);
    folders.clear();
  };
  // A second Ctrl-C exits at once, without the finally below.
  process.once('exit', clear);
  try {
    return await use({
      add: (sha) => {
        sweep(root);
        const folder = join(scratch, `${folders.size}-${sha.slice(0, 8)}`);
        const workspace = join(folder, within);
        folders.set(workspace, folder);
        addWorktree(root, folder, sha);
        return workspace;
      },
      remove: (workspace) => removeWorktree(root, folders.get(workspace) ?? workspace),
    });
  } finally {
    process.off('exit', clear);
    clear();
  }
}

const prefix = 'kernel-ladder-ab-';

function addWorktree(root: string, folder: string, sha: string): void {
  try {
    git(root, ['worktree', 'add', '--quiet', '--detach', folder, sha]);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(`${sha.slice(0, 8)} could not be checked out: ${why}`, exitCodes.failed);
  }
}

function removeWorktree(root: string, folder: string): void {
  // Twice, for a worktree that git still holds locked because making it was interrupted.
  tryGit(root, ['worktree', 'remove', '--force', '--force', folder]);
  rmSync(folder, { recursive: true, force: true });
}

// What a process left that was killed without a chance to clear up: its number is in the name.
function sweep(root: string): void {
  const list = tryGit(root, ['worktree', 'list', '--porcelain']) ?? '';
  for (const [, folder = '', pid = ''] of list.matchAll(
    /^worktree (.*\/kernel-ladder-ab-(\d+)-[^/]+\/.+)$/gm,
  )) {
    if (isAlive(Number(pid))) continue;
    removeWorktree(root, folder);
    rmSync(join(folder, '..'), { recursive: true, force: true });
  }
}

function tryGit(root: string, args: readonly string[]): string | null {
  try {
    return git(root, args);
  } catch {
    return null;
  }
}

function git(root: string, args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
