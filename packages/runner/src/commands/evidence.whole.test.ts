import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseTestEvidence } from '@kernel-ladder/curriculum';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bench } from '../../fixtures/testing.ts';

const runner = fileURLToPath(new URL('../..', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'kernel-ladder-evidence-'));
afterAll(() => rmSync(root, { recursive: true }));

// A workspace of real packages with real tests: one whose tests do not start, and one that needs it, passes and fails.
beforeAll(() => {
  write('.gitignore', 'node_modules\ncoverage\n');
  write('package.json', '{ "name": "scratch", "private": true }');
  write('pnpm-workspace.yaml', 'packages:\n  - packages/*\n');
  write(
    'packages/sums/package.json',
    manifest('sums', { test: 'vitest run src', 'test:families': 'vitest run apart' }, ['dead']),
  );
  write(
    'packages/sums/src/sums.test.ts',
    `import { expect, test } from 'vitest';
test('adds', () => expect(1 + 1).toBe(2));
test('subtracts', () => expect(2 - 1).toBe(2));
test.skip('divides', () => {});
`,
  );
  write(
    'packages/sums/apart/apart.test.ts',
    `import { expect, test } from 'vitest';
test('multiplies', () => expect(2 * 2).toBe(4));
`,
  );
  const family = join(runner, '..', 'kernel-norm', 'src', 'bench.ts');
  write('packages/kernel-norm/src/bench.ts', `import ${JSON.stringify(family)};\n`);
  write('packages/dead/package.json', manifest('dead', { test: 'node -e "process.exit(3)"' }));
  link('packages/sums/node_modules/vitest', join(runner, 'node_modules', 'vitest'));
  link('packages/sums/node_modules/.bin', join(runner, 'node_modules', '.bin'));
  link('node_modules/.bin', join(runner, '..', '..', 'node_modules', '.bin'));
  commit();
});

test('runs every test, of packages too that need a failing one, and keeps what it said for the commit', async () => {
  const { code, err } = await bench(root, ['evidence']);
  expect(err).not.toContain('pnpm libraries');
  const sha = git('rev-parse', 'HEAD');
  const file = join(root, 'dashboard', 'history', 'tests', `${sha}.json`);
  const { tests, ...about } = parseTestEvidence(file, JSON.parse(readFileSync(file, 'utf8')));
  expect(about).toMatchObject({ schemaVersion: 1, commit: sha, date: '2026-03-03T00:00:00.000Z' });
  expect(about).toMatchObject({
    machine: { node: process.version },
    adapter: { name: expect.stringContaining('SwiftShader'), software: true },
  });
  expect(about.spent?.beforeWholeMs).toBeGreaterThan(100);
  expect(about.spent?.wallMs).toBeGreaterThanOrEqual(about.spent?.beforeWholeMs ?? Infinity);
  expect(about.spent?.processors).toBeGreaterThan(0);
  expect(tests.map(({ file: own, name, status }) => `${own}: ${name} ${status}`)).toEqual([
    'packages/sums/src/sums.test.ts: adds passed',
    'packages/sums/src/sums.test.ts: subtracts failed',
    'packages/sums/src/sums.test.ts: divides skipped',
    'packages/sums/apart/apart.test.ts: multiplies passed',
  ]);
  expect(code).toBe(1);
  expect(err).toMatch(/2 passed, 1 failed, 1 skipped in \d+\.\d s on \d+ processors: /);
  expect(err).toContain('packages/dead left no report: its tests did not start\n');
});

test('with files it takes what tests elsewhere said; a malformed one leaves nothing behind', async () => {
  const evidence = {
    schemaVersion: 1,
    commit: 'b'.repeat(40),
    date: '2026-01-02T00:00:00Z',
    environment: 'ci',
    tests: [{ file: 'a.test.ts', name: 'adds', status: 'passed' }],
  };
  write('good.json', JSON.stringify(evidence));
  write('bad.json', JSON.stringify({ ...evidence, commit: '../../b' }));
  const refused = await bench(root, ['evidence', 'good.json', 'bad.json', '--out', 'kept']);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('bad.json: /commit: must match') });
  expect(existsSync(join(root, 'kept'))).toBe(false);
  expect(await bench(root, ['evidence', 'good.json', '--out', 'kept'])).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(join(root, 'kept', `${evidence.commit}.json`), 'utf8'))).toEqual(evidence);
});

test('keeps nothing of a tree that was edited while it was tested, and says first what will be skipped', async () => {
  write('packages/peers/libraries/package.json', manifest('libraries', {}));
  commit();
  const { code, err } = await bench(root, ['evidence', '--out', 'edited'], {
    listen: () => write('packages/sums/src/sums.ts', '// no part of the commit'),
  });
  rmSync(join(root, 'packages/sums/src/sums.ts'));
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining('edited while it was tested: packages/sums/src/sums.ts: test again'),
  });
  expect(err).toMatch(/^other people’s libraries are not installed: .* → pnpm libraries\n/);
  expect(existsSync(join(root, 'edited'))).toBe(false);
});

test('takes no files where it runs tests on the GPU of this machine', async () => {
  expect(await bench(root, ['evidence', '--hardware', 'good.json'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--hardware runs tests here: it takes no files'),
  });
});

test('refuses changes that are not committed: their tests belong to no commit', async () => {
  write('packages/sums/src/late.ts', '');
  const { code, err } = await bench(root, ['evidence']);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('commit what has changed') });
});

function manifest(
  name: string,
  scripts: { readonly [script: string]: string },
  needs: readonly string[] = [],
): string {
  const dependencies = Object.fromEntries(needs.map((other) => [other, 'workspace:*']));
  return JSON.stringify({ name, private: true, type: 'module', scripts, dependencies });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function link(path: string, target: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  symlinkSync(target, join(root, path));
}

function git(...args: string[]): string {
  const date = '2026-03-03T00:00:00Z';
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  return execFileSync('git', args, { cwd: root, env, encoding: 'utf8' }).trim();
}

function commit(): void {
  git('init', '--quiet');
  git('add', '--all');
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  git(...who, 'commit', '--quiet', '-m', 'Add tests');
}
