import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createRepository } from '../../fixtures/ab.ts';
import { withWorktrees } from './worktrees.ts';

const repository = createRepository();
afterAll(() => repository.remove());
const { root } = repository;
const sha = repository.commit({ one: 1 }, 'First');

test('a commit has a folder as long as the command lasts, and no longer', async () => {
  const folder = await withWorktrees(root, async (worktrees) => {
    const added = worktrees.add(sha);
    expect(existsSync(join(added, 'packages', 'kernel-steady', 'times.json'))).toBe(true);
    return added;
  });
  expect(existsSync(folder)).toBe(false);
  expect(repository.leftovers()).toEqual([]);
});

test('a failure keeps none of them, and is passed on', async () => {
  const failing = withWorktrees(root, async (worktrees) => {
    worktrees.add(sha);
    throw new Error('the GPU fell off the bus');
  });
  await expect(failing).rejects.toThrow('the GPU fell off the bus');
  const unknown = withWorktrees(root, async (worktrees) => worktrees.add('f'.repeat(40)));
  await expect(unknown).rejects.toThrow('ffffffff could not be checked out: ');
  expect(repository.leftovers()).toEqual([]);
});

test('takes away what a process left that was killed, and nothing of one that lives', async () => {
  // A process that has ended: nobody has its number for a while.
  const { pid: dead } = spawnSync(process.execPath, ['--version']);
  const [left, alive] = [dead, process.ppid].map((pid) =>
    realpathSync(mkdtempSync(join(tmpdir(), `kernel-ladder-ab-${pid}-`))),
  );
  for (const folder of [left!, alive!])
    execFileSync('git', ['worktree', 'add', '--quiet', '--detach', join(folder, 'w'), sha], { cwd: root });
  await withWorktrees(root, async (worktrees) => worktrees.add(sha));
  expect([existsSync(left!), existsSync(join(alive!, 'w'))]).toEqual([false, true]);
  expect(repository.leftovers()).toEqual([`worktree ${join(alive!, 'w')}`]);
  rmSync(alive!, { recursive: true });
});

test('a workspace that is a folder of a repository is that folder of the worktree', async () => {
  const below = join(root, 'packages', 'kernel-steady');
  await withWorktrees(below, async (worktrees) => {
    const added = worktrees.add(sha);
    expect(existsSync(join(added, 'times.json'))).toBe(true);
    worktrees.remove(added);
    expect(existsSync(added)).toBe(false);
  });
  expect(repository.leftovers().filter((line) => line.includes(`-${process.pid}-`))).toEqual([]);
});
