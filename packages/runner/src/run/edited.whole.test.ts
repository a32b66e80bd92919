import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseLaunches } from '@kernel-ladder/schema';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readRun } from '../files/files.ts';
import { createRepository } from '../../fixtures/ab.ts';
import { bench } from '../../fixtures/testing.ts';

const repository = createRepository();
const { root, git } = repository;
afterAll(() => repository.remove());

const entry = 'packages/kernel-steady/src/bench.ts';
const suite = {
  schemaVersion: 1,
  name: 'steady',
  select: ['**'],
  effort: 'quick',
  cases: { hardware: ['headline'], software: ['headline'] },
};

beforeAll(() => {
  mkdirSync(join(root, 'suites'));
  writeFileSync(join(root, 'suites', 'steady.json'), JSON.stringify(suite));
  writeFileSync(join(root, '.gitignore'), 'results\n');
  repository.commit({ one: 100_000, two: 200_000 }, 'Two kernels');
});
beforeEach(() => git('checkout', '--quiet', '--force', 'HEAD', '.'));

/** Edits the kernel once, when the command says these words. */
function editAt(words: string) {
  let isEdited = false;
  return (text: string) => {
    if (isEdited || !text.includes(words)) return;
    isEdited = true;
    appendFileSync(join(root, entry), '// another kernel\n');
  };
}

const file = join(root, 'results', 'run.json');
const run = ['--suite', 'steady', '--out', file];

test('a run of a clean tree that nobody touches is of its commit', async () => {
  const { code, err } = await bench(root, run);
  expect({ code, dirty: readRun(file).run.commit.dirty }).toEqual({ code: 0, dirty: false });
  expect(err).not.toContain('uncommitted');
});

test('a tree that is edited while it runs is not its commit, and the file is named', async () => {
  const { err } = await bench(root, run, { listen: editAt('1/2 ') });
  expect(readRun(file).run.commit.dirty).toBe(true);
  expect(err).toContain(`edited while the run went on: ${entry}; it is recorded as uncommitted changes\n`);
});

test('an edit that git was told to overlook is named at the start', async () => {
  git('update-index', '--assume-unchanged', entry);
  appendFileSync(join(root, entry), '// another kernel\n');
  const { err } = await bench(root, run);
  git('update-index', '--no-assume-unchanged', entry);
  expect(readRun(file).run.commit.dirty).toBe(true);
  expect(err).toContain(`uncommitted changes: ${entry}\n`);
});

test('a launch during which the tree was edited is none of its commit', async () => {
  const launches = join(root, 'results', 'aa.json');
  const argv = ['aa', '-k', '3', '--out', launches];
  const { code, err } = await bench(root, argv, { listen: editAt('launch 2/3: steady') });
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining(`edited while it was launched: ${entry}; that launch is not kept`),
  });
  const { commit, ids, sessions } = parseLaunches(launches, JSON.parse(readFileSync(launches, 'utf8')));
  expect(commit.dirty).toBe(false);
  expect(Object.values(ids).map(({ mediansNs }) => mediansNs.length)).toEqual([1, 1]);
  expect(sessions).toHaveLength(1);
});

test('a head that is edited between its launches is not its commit', async () => {
  const { out, err } = await bench(root, ['ab', 'HEAD', '--json'], { listen: editAt('block 1') });
  expect(JSON.parse(out)).toMatchObject({ base: { dirty: false }, head: { dirty: true } });
  expect(err).toContain(`edited while it was measured: ${entry}; the working tree is no commit\n`);
});
