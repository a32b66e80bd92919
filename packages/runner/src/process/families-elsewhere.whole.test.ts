// A family that lies outside of packages/, as in a fork that keeps its own apart: on the software adapter, from list to run file.
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { createRepository } from '../../fixtures/ab.ts';
import { bench, fixtures } from '../../fixtures/testing.ts';
import { readRun } from '../files/files.ts';

const repository = createRepository();
afterAll(() => repository.remove());
const { root } = repository;
const installed = fileURLToPath(new URL('../../node_modules', import.meta.url));
symlinkSync(installed, join(root, 'node_modules'));
cpSync(join(fixtures, 'packages', 'kernel-faults'), join(root, 'src', 'gpu', 'faults'), { recursive: true });
cpSync(join(fixtures, 'suites'), join(root, 'suites'), { recursive: true });
rmSync(join(root, 'packages', 'kernel-steady'), { recursive: true });
mkdirSync(join(root, 'packages', 'kernel-steady'));
writeFileSync(join(root, '.gitignore'), 'node_modules\nresults\n');
writeFileSync(
  join(root, 'package.json'),
  JSON.stringify({ type: 'module', bench: { families: ['src/gpu/*'] } }),
);
const sha = repository.commit({}, 'A family of our own');

test('it is listed, runs, and its run is of the commit that holds it', async () => {
  const listed = await bench(root, ['list', '--software', 'faults/right', '--json']);
  expect({ code: listed.code, ids: JSON.parse(listed.out).length > 0 }).toEqual({ code: 0, ids: true });
  const { code, err } = await bench(root, ['--suite', 'right', '--software', '--out', 'results/run.json']);
  expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining(' passed') });
  const { run, results } = readRun(join(root, 'results', 'run.json'));
  expect(run.commit).toMatchObject({ sha, dirty: false });
  expect(results.map(({ family, status }) => `${family} ${status}`)).toContain('faults passed');
});

test('an edit of it makes the run one of uncommitted changes', async () => {
  writeFileSync(join(root, 'src', 'gpu', 'faults', 'src', 'kernels', 'late.wgsl'), '// not committed\n');
  const { err } = await bench(root, ['--suite', 'right', '--software', '--out', 'results/edited.json']);
  expect(err).toContain('uncommitted changes: src/gpu/faults/src/kernels/late.wgsl\n');
  expect(readRun(join(root, 'results', 'edited.json')).run.commit.dirty).toBe(true);
});

test('a glob that leads out of the repository is refused, for no commit would hold what ran', async () => {
  writeFileSync(join(root, 'package.json'), JSON.stringify({ bench: { families: ['../gpu/*'] } }));
  const { code, err } = await bench(root, ['list']);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('"../gpu/*" must begin with') });
});
