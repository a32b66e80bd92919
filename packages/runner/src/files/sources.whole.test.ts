import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRepository } from '../../fixtures/ab.ts';
import type { Repository } from '../../fixtures/ab.ts';
import { readCommit } from './git.ts';
import { editedSince, hashSources, namePaths, packedSources, readSources, uncommitted } from './sources.ts';

let repository: Repository;
beforeEach(() => {
  repository = createRepository();
  write('.gitignore', '*.log\n');
  repository.commit({ one: 1 }, 'First');
});
afterEach(() => repository.remove());

const entry = 'packages/kernel-steady/src/bench.ts';

function write(path: string, text: string): void {
  mkdirSync(dirname(join(repository.root, path)), { recursive: true });
  writeFileSync(join(repository.root, path), text);
}

test('a tree as it was committed is clean', () => {
  write('packages/kernel-steady/notes.log', 'ignored by the tree');
  expect(uncommitted(readSources(repository.root))).toEqual([]);
  expect(readCommit(repository.root).dirty).toBe(false);
});

test.for(['--assume-unchanged', '--skip-worktree'])('an edit that git overlooks by %s is one', (flag) => {
  repository.git('update-index', flag, entry);
  write(entry, '// other code');
  expect(repository.git('status', '--porcelain')).toBe('');
  expect(uncommitted(readSources(repository.root))).toEqual([entry]);
  expect(readCommit(repository.root).dirty).toBe(true);
});

test.for([
  { how: 'its own list of ignored files', hide: () => write('.git/info/exclude', 'packages/kernel-late\n') },
  { how: 'a setting', hide: () => repository.git('config', 'status.showUntrackedFiles', 'no') },
])('a new kernel that the user hides from git by $how is one', ({ hide }) => {
  hide();
  write('packages/kernel-late/src/bench.ts', '// a family');
  expect(repository.git('status', '--porcelain')).toBe('');
  expect(uncommitted(readSources(repository.root))).toEqual(['packages/kernel-late/src/bench.ts']);
  expect(readCommit(repository.root).dirty).toBe(true);
});

test('a file that is gone, or staged, is not as in its commit', () => {
  rmSync(join(repository.root, entry));
  write('suites/other.json', '{}');
  repository.git('add', 'suites');
  expect(uncommitted(readSources(repository.root)).toSorted()).toEqual([entry, 'suites/other.json']);
});

test('tells what was written since, made, removed, or edited and put back', () => {
  const before = readSources(repository.root);
  expect(editedSince(repository.root, before)).toEqual([]);
  const text = readFileSync(join(repository.root, entry), 'utf8');
  write(entry, '// another kernel');
  write(entry, text);
  write('suites/other.json', '{}');
  rmSync(join(repository.root, 'package.json'));
  expect(editedSince(repository.root, before).toSorted()).toEqual([
    'package.json',
    entry,
    'suites/other.json',
  ]);
});

test('a file that another takes the place of is edited, whatever its time says', () => {
  const before = readSources(repository.root);
  write('spare.ts', readFileSync(join(repository.root, entry), 'utf8'));
  renameSync(join(repository.root, 'spare.ts'), join(repository.root, entry));
  expect(editedSince(repository.root, before)).toEqual([entry]);
});

test('a bundle that is edited after it was unpacked is not of its commit any more', () => {
  const commit = readCommit(repository.root);
  rmSync(join(repository.root, '.git'), { recursive: true });
  write('commit.json', JSON.stringify(commit));
  write(packedSources, JSON.stringify(hashSources(repository.root)));
  expect(readCommit(repository.root)).toEqual(commit);
  write(entry, '// other code');
  write('packages/kernel-late/src/bench.ts', '// a family');
  expect(uncommitted(readSources(repository.root)).toSorted()).toEqual([
    'packages/kernel-late/src/bench.ts',
    entry,
  ]);
  expect(readCommit(repository.root).dirty).toBe(true);
});

test('names a few files, and counts the others', () => {
  expect(namePaths(['a'])).toBe('a');
  expect(namePaths(['a', 'b', 'c', 'd'])).toBe('a, b and 2 more');
});

test('a family that lies elsewhere is source code as well, also where git is told to overlook it', () => {
  const family = 'kernels/late/src/bench.ts';
  write('package.json', JSON.stringify({ type: 'module', bench: { families: ['kernels/*'] } }));
  write(family, '// a family');
  repository.commit({ one: 1 }, 'Widened');
  expect(uncommitted(readSources(repository.root))).toEqual([]);
  repository.git('update-index', '--assume-unchanged', family);
  write(family, '// other code');
  write('kernels/later/src/bench.ts', '// another family');
  expect(uncommitted(readSources(repository.root)).toSorted()).toEqual([
    family,
    'kernels/later/src/bench.ts',
  ]);
  expect(Object.keys(hashSources(repository.root))).toContain(family);
});
