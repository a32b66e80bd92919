// Asks git about a folder.
import { execFileSync } from 'node:child_process';

/** What git answers, without the last line end; null where it refuses, or is not there. */
export function callGit(root: string, args: readonly string[]): string | null {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 28,
    }).trimEnd();
  } catch {
    return null;
  }
}
