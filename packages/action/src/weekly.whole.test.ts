// What the weekly workflow does with a measurement, by its own scripts: against a real bare repository, and on a history of weeks.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sampleResult, sampleRun } from '@kernel-ladder/publish/testing';
import type { LaunchFile, Run } from '@kernel-ladder/schema';
import { historyFiles, readRuns } from '@kernel-ladder/schema/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));
const scripts = join(checkout, '.github', 'scripts');
const scratch = mkdtempSync(join(tmpdir(), 'kernel-ladder-weekly-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const place = (name: string) => join(scratch, name);

// A workspace without a history of its own: the scripts start `bench` there.
const workspace = place('workspace');
const key = 'test-gpu-vulkan-01234567';

function write(name: string, value: unknown): string {
  writeFileSync(place(name), JSON.stringify(value));
  return place(name);
}

const runOf = (id: string, date: string, ns = 1000): Run =>
  sampleRun({ id, date, sha: id.padEnd(40, '0'), results: [sampleResult('naive', ns)] });
const noise: LaunchFile = {
  schemaVersion: 1,
  commit: runOf('aaaa', '2026-01-01T00:00:00Z').run.commit,
  machine: sampleRun().machine,
  effort: 'normal',
  sessions: [],
  ids: { [sampleResult('naive', 1).id]: { mediansNs: [1000, 1001], sigma: 0.001 } },
};

beforeAll(() => {
  mkdirSync(workspace);
  const bench = `node ${join(checkout, 'packages', 'runner', 'fixtures', 'main.ts')}`;
  const manifest = {
    name: 'kernel-ladder',
    type: 'module',
    packageManager: 'pnpm@12.18.0',
    scripts: { bench },
  };
  writeFileSync(join(workspace, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(workspace, 'pnpm-workspace.yaml'), 'pmOnFail: ignore\n');
});

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

function start(
  script: string,
  args: readonly string[],
  env: { readonly [name: string]: string } = {},
): Promise<Ended> {
  const bin = join(checkout, 'node_modules', '.bin');
  const child = spawn(join(scripts, script), args, {
    cwd: workspace,
    // What pnpm is, npx need not ask the registry.
    env: {
      ...process.env,
      ...env,
      npm_config_prefer_offline: 'true',
      BENCH_ROOT: workspace,
      PATH: `${bin}:${process.env['PATH']}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })));
}

describe('the data branch', () => {
  const remote = place('remote.git');
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: remote, encoding: 'utf8' }).trim();
  const names = () => git('ls-tree', '-r', '--name-only', 'bench-data').split('\n');
  const record = (folder: string, ...files: readonly string[]) =>
    start('record.sh', [remote, place(folder), place('no-tests.json'), ...files], { ARCHIVE: 'true' });
  beforeAll(() => {
    execFileSync('git', ['init', '--quiet', '--bare', remote]);
  });

  test('takes run and noise, and has old months as a file each', async () => {
    const old = write('old.json', runOf('aaaa', '2026-01-01T00:00:00Z'));
    const young = write('young.json', runOf('bbbb', new Date().toISOString()));
    const { code, said } = await record('one', write('noise.json', noise), old, young);
    expect({ code, said }).toMatchObject({
      code: 0,
      said: expect.stringContaining('pushed 3 file(s) to bench-data'),
    });
    const today = new Date().toISOString().slice(0, 10);
    expect(names()).toEqual(
      ['2026-01.ndjson.br', `${today}-bbbb0000.json`, 'aa-aaaa0000.json'].map(
        (name) => `dashboard/history/${key}/${name}`,
      ),
    );
  });

  test('loses nothing of two that pack the same month at once, and rewrites no history of git', async () => {
    const first = git('rev-parse', 'bench-data');
    const ended = await Promise.all(
      ['cccc', 'dddd'].map((id) => record(id, write(`${id}.json`, runOf(id, '2026-01-02T00:00:00Z')))),
    );
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    git('merge-base', '--is-ancestor', first, 'bench-data');
    execFileSync('git', ['clone', '--quiet', '--branch', 'bench-data', remote, place('clone')]);
    const { runs, faults } = readRuns(historyFiles(join(place('clone'), 'dashboard', 'history')));
    expect(faults).toEqual([]);
    expect(runs.map(({ run }) => run.id).toSorted()).toEqual(['aaaa', 'bbbb', 'cccc', 'dddd']);
    expect(names().filter((name) => name.endsWith('.ndjson.br'))).toHaveLength(1);
  });
});

test('an artifact of noise is taken where it is of the commit, and refused where it is not', () => {
  const folder = place('artifact');
  mkdirSync(folder);
  writeFileSync(join(folder, 'noise.json'), JSON.stringify(noise));
  const take = (sha: string) =>
    spawnSync(join(scripts, 'take-file.sh'), [folder, sha, place('taken.json')], { encoding: 'utf8' });
  expect(take(noise.commit.sha)).toMatchObject({ status: 0 });
  expect(JSON.parse(readFileSync(place('taken.json'), 'utf8'))).toEqual(noise);
  expect(take('f'.repeat(40))).toMatchObject({ status: 1, stderr: expect.stringContaining('refused: ') });
});

test('the report says what became slower in a week, and why there is nothing to say of another machine', async () => {
  const history = place('weeks');
  const runs = [
    runOf('aaaa', '2026-05-01T00:00:00Z'),
    runOf('bbbb', '2026-05-06T00:00:00Z', 1001),
    runOf('cccc', '2026-05-09T00:00:00Z', 2000),
    sampleRun({ machine: 'other-gpu-vulkan-89abcdef', id: 'eeee', sha: 'e'.repeat(40) }),
  ];
  for (const run of runs) {
    const { sha, date } = run.run.commit;
    mkdirSync(join(history, run.machine.key), { recursive: true });
    const name = `${date.slice(0, 10)}-${sha.slice(0, 8)}.json`;
    writeFileSync(join(history, run.machine.key, name), `${JSON.stringify(run)}\n`);
  }
  const file = place('trend.md');
  const { code, said } = await start('trend.sh', [history, file]);
  expect({ code, said }).toEqual({ code: 0, said: '' });
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(`## \`${key}\`\n\n### latest-7d (aaaa0000) → latest (cccc0000)`);
  expect(text).toMatch(/\| reduce\/naive\/\S+ \| REGRESSED \|/);
  expect(text).toMatch(/## `other-gpu-vulkan-89abcdef`\n\n {4}bench: latest-7d has no run on a machine/);
});
