// `ab` where there is no git, and where it is ended at once.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { createRepository } from '../../fixtures/ab.ts';
import { bench } from '../../fixtures/testing.ts';

const repository = createRepository();
afterAll(() => repository.remove());
const { root } = repository;
repository.commit({ same: 100_000, slower: 100_000 }, 'First');

test('takes two folders where there is no git, and fails on slower when told to', async () => {
  const [before, after] = [createRepository(), createRepository()];
  before.set({ one: 100_000 });
  after.set({ one: 110_000 });
  const { code, err } = await bench(root, [
    'ab',
    before.root,
    after.root,
    '--max-blocks',
    '4',
    '--fail-on',
    'slower',
  ]);
  expect(code).toBe(1);
  expect(err).toMatch(/steady\/one\/n=1024,f32 +REGRESSED/);
  before.remove();
  after.remove();
});

test('Ctrl-C twice exits at once, and still leaves no worktree behind', async () => {
  const entry = fileURLToPath(new URL('../../fixtures/main.ts', import.meta.url));
  const child = spawn(process.execPath, [entry, 'ab', 'main'], {
    cwd: root,
    env: { ...process.env, BENCH_ROOT: root },
  });
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    if (!chunk.includes('block 1')) return;
    child.kill('SIGINT');
    child.kill('SIGTERM');
  });
  expect(await code).toBe(130);
  expect(repository.leftovers()).toEqual([]);
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`kernel-ladder-ab-${child.pid}-`))).toEqual(
    [],
  );
});

test('an interrupt ends it with 130, without a worktree, and says what it had no time for', async () => {
  const select = ['--select', 'steady/same', '--select', 'steady/slower'];
  const { code, out, err } = await bench(root, ['ab', 'main', '--json', ...select], {
    listen: (text, interrupt) => {
      if (text.startsWith('block 1')) interrupt();
    },
  });
  expect(code).toBe(130);
  expect(err).toContain('2 ids were not measured: interrupted');
  expect(JSON.parse(out)).toMatchObject({
    compared: [],
    unmeasured: ['same', 'slower'].map((variant) => ({
      id: `steady/${variant}/n=1024,f32`,
      reasons: ['interrupted'],
    })),
  });
  expect(repository.leftovers()).toEqual([]);
});
