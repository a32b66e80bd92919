// What git knows about the code that runs; a bundle carries the answer with it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '@kernel-ladder/schema';
import type { Commit } from '@kernel-ladder/schema';
import { callGit } from './call-git.ts';
import { readSources, uncommitted } from './sources.ts';
import type { Sources } from './sources.ts';

const unknownCommit: Commit = {
  sha: '0'.repeat(40),
  parents: [],
  branch: '',
  dirty: true,
  subject: 'no git history',
  date: '1970-01-01T00:00:00Z',
};

/**
 * The commit of the workspace: from a bundle's commit.json, else from git, else forty zeros and dirty. It is dirty where git says
 * so, and where the sources are not as committed.
 */
export function readCommit(root: string, sources: Sources = readSources(root)): Commit {
  const commit = namedCommit(root);
  return { ...commit, dirty: commit.dirty || uncommitted(sources).length > 0 };
}

function namedCommit(root: string): Commit {
  const file = join(root, 'commit.json');
  // Written by `bench pack` from this same function.
  if (existsSync(file)) return readJson(file, readFileSync(file, 'utf8')) as Commit;
  const head = callGit(root, ['log', '-1', '--format=%H%n%P%n%s%n%cI']);
  if (head === null) return unknownCommit;
  const [sha = '', parents = '', subject = '', date = ''] = head.split('\n');
  return {
    sha,
    parents: parents.split(' ').filter((parent) => parent !== ''),
    branch: shortened(callGit(root, ['rev-parse', '--abbrev-ref', 'HEAD']) ?? ''),
    dirty: callGit(root, ['status', '--porcelain']) !== '',
    subject: shortened(subject),
    date: new Date(date).toISOString(),
  };
}

// What tells a commit from others; git takes a subject of any length, and a run file does not.
const longestText = 200;

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length > longestText ? `${characters.slice(0, longestText - 1).join('')}…` : text;
}

/** The full sha of a branch, tag or any other name that git knows for a commit; null where there is none. */
export function resolveCommit(root: string, name: string): string | null {
  return callGit(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
}

/** The first-parent commits after `from` up to `to`, in order; empty where `from` is none of their ancestors. */
export function firstParents(root: string, from: string, to: string): readonly string[] {
  const log = callGit(root, ['rev-list', '--first-parent', '--reverse', '--parents', `${from}..${to}`]) ?? '';
  const lines = log.split('\n').filter((line) => line !== '');
  const [, parent] = lines[0]?.split(' ') ?? [];
  return parent === from ? lines.map((line) => line.split(' ')[0] ?? '') : [];
}

/** `a1b2c3d4 Add a kernel`. */
export function describeCommit(root: string, sha: string): string {
  return callGit(root, ['log', '-1', '--format=%h %s', '--abbrev=8', sha]) ?? sha.slice(0, 8);
}

/** Place of each commit in the ancestry of HEAD, oldest first; empty without git. */
export function ancestry(root: string): ReadonlyMap<string, number> {
  const log = callGit(root, ['rev-list', '--topo-order', '--reverse', 'HEAD']);
  return new Map((log ?? '').split('\n').map((sha, index) => [sha, index]));
}
