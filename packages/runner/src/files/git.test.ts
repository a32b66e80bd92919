import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ancestry, readCommit } from './git.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kernel-ladder-git-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function git(...args: string[]): string {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...who, ...args], { cwd: root, encoding: 'utf8' }).trim();
}

function commit(subject: string): string {
  git('commit', '--quiet', '--allow-empty', '-m', subject);
  return git('rev-parse', 'HEAD');
}

test('without git a commit is forty zeros and dirty', () => {
  expect(readCommit(root)).toMatchObject({ sha: '0'.repeat(40), dirty: true, parents: [] });
  expect(ancestry(root).has('0'.repeat(40))).toBe(false);
});

test('reads sha, parents, branch and subject of a clean tree', () => {
  git('init', '--quiet', '-b', 'main');
  const parent = commit('First');
  const sha = commit('Add a "quoted" kernel');
  const expected = { sha, parents: [parent], branch: 'main', dirty: false, subject: 'Add a "quoted" kernel' };
  expect(readCommit(root)).toEqual({ ...expected, date: expect.stringMatching(/^\d{4}-.*Z$/) });
});

test('a subject of a megabyte is cut, and no character in two', () => {
  git('init', '--quiet');
  writeFileSync(join(root, 'message'), '🂡'.repeat(250_000));
  git('commit', '--quiet', '--allow-empty', '--file', 'message');
  expect(readCommit(root).subject).toBe(`${'🂡'.repeat(199)}…`);
});

test('a new file makes a tree dirty', () => {
  git('init', '--quiet');
  commit('First');
  writeFileSync(join(root, 'kernel.wgsl'), '');
  expect(readCommit(root).dirty).toBe(true);
});

test('places ancestors before their descendants', () => {
  git('init', '--quiet');
  const shas = ['First', 'Second', 'Third'].map(commit);
  expect(shas.map((sha) => ancestry(root).get(sha))).toEqual([0, 1, 2]);
});

test('a bundle’s commit.json speaks for it', () => {
  const commitJson = {
    sha: 'c'.repeat(40),
    parents: [],
    branch: 'main',
    dirty: false,
    subject: 'Packed',
    date: '2026-01-01T00:00:00Z',
  };
  writeFileSync(join(root, 'commit.json'), JSON.stringify(commitJson));
  expect(readCommit(root)).toEqual(commitJson);
});
