// Fifty workflow runs record at the same time, each with a clone of its own, onto one bare repository: nothing is lost, nothing is forced.
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '../testing/workflow.ts';

const scratch = mkdtempSync(join(tmpdir(), 'kernel-ladder-publishers-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }), 60_000);

const remote = join(scratch, 'remote.git');
const bin = join(scratch, 'bin');
const git = (cwd: string, ...args: readonly string[]) =>
  execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();

// `npx -y pnpm@… bench record RUN… --history DIR` puts each run where its name says; that `bench` itself loses none has a test of its own.
const recorder = `#!/usr/bin/env bash
set -euo pipefail
shift 4
runs=()
while [ "$1" != --history ]; do runs+=("$1"); shift; done
mkdir -p "$2/machine"
cp -- "\${runs[@]}" "$2/machine"
`;

function createPublishers(count: number): readonly string[] {
  mkdirSync(bin);
  writeFileSync(join(bin, 'npx'), recorder);
  chmodSync(join(bin, 'npx'), 0o755);
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch', 'main', remote]);
  return Array.from({ length: count }, (_, at) => {
    const folder = join(scratch, `publisher-${at}`);
    mkdirSync(folder);
    writeFileSync(join(folder, `run-${at}.json`), JSON.stringify({ at, text: 'x'.repeat(1000) }));
    return folder;
  });
}

function record(folder: string, at: number): Promise<{ readonly failed: boolean; readonly said: string }> {
  const args = [
    join(root, '.github/scripts/record.sh'),
    remote,
    join(folder, 'data'),
    join(folder, 'none.json'),
    join(folder, `run-${at}.json`),
  ];
  // Two cores make a clone at a time: those that wait for less do little but come second.
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}`, RECORD_PAUSE_MS: '1500' };
  return new Promise((resolve) => {
    execFile('bash', args, { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ failed: error !== null, said: stdout + stderr }),
    );
  });
}

test('fifty pushes at once leave fifty runs, one commit each, on a branch that only grew', async () => {
  const publishers = createPublishers(50);
  const ended = await Promise.all(publishers.map(record));
  expect(ended.filter(({ failed }) => failed).map(({ said }) => said)).toEqual([]);
  const files = git(remote, 'ls-tree', '-r', '--name-only', 'bench-data').split('\n');
  expect(files.toSorted()).toEqual(
    publishers.map((_, at) => `dashboard/history/machine/run-${at}.json`).toSorted(),
  );
  expect(git(remote, 'rev-list', '--count', 'bench-data')).toBe('50');
  expect(git(remote, 'rev-list', '--merges', '--count', 'bench-data')).toBe('0');
  expect(JSON.parse(git(remote, 'show', 'bench-data:dashboard/history/machine/run-7.json'))).toEqual(
    JSON.parse(readFileSync(join(publishers[7] ?? '', 'run-7.json'), 'utf8')),
  );
}, 600_000);

test('a push that nobody else has come before, and is refused all the same, is given up', async () => {
  const folder = join(scratch, 'refused');
  mkdirSync(folder);
  writeFileSync(join(folder, 'run-0.json'), '{"at":"new"}');
  const hook = join(remote, 'hooks', 'pre-receive');
  writeFileSync(hook, '#!/usr/bin/env bash\nexit 1\n');
  chmodSync(hook, 0o755);
  const { failed, said } = await record(folder, 0);
  expect(failed).toBe(true);
  expect(said).toContain('the push was refused 5 times');
});
