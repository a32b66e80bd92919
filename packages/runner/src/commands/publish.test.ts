import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseCompletion, parseItems } from '@kernel-ladder/curriculum';
import { parseSiteFamily, parseSiteIndex } from '@kernel-ladder/schema';
import type { SiteFamily } from '@kernel-ladder/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addToHistory } from '../files/history.ts';
import { main } from '../cli.ts';
import { bench, createIo, createWorkspace, sampleResult, sampleRun } from '../../fixtures/testing.ts';
import type { Outcome } from '../../fixtures/testing.ts';

const { root, remove } = createWorkspace();
afterAll(remove);

const history = join(root, 'dashboard', 'history');
const data = join(root, 'dashboard', 'public', 'data');
const hardware = 'test-gpu-vulkan-01234567';
const software = 'soft-gpu-vulkan-89abcdef';

function commit(subject: string, date: string): string {
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, env, encoding: 'utf8' }).trim();
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  git(...who, 'commit', '--quiet', '--allow-empty', '-m', subject);
  return git('rev-parse', 'HEAD');
}

let outcome: Outcome;
beforeAll(async () => {
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  // A rebase has left the parent with the later date.
  const parent = commit('Parent', '2026-03-03T00:00:00Z');
  const child = commit('Child', '2026-02-02T00:00:00Z');
  for (const machine of [software, hardware]) {
    const traits = { machine, software: machine === software };
    addToHistory(
      history,
      sampleRun({
        ...traits,
        id: `${machine}-2`,
        sha: child,
        date: '2026-02-02T00:00:00Z',
        results: [sampleResult('naive', 300)],
      }),
    );
    addToHistory(
      history,
      sampleRun({
        ...traits,
        id: `${machine}-1`,
        sha: parent,
        date: '2026-03-03T00:00:00Z',
        results: [sampleResult('naive', 400)],
      }),
    );
    addToHistory(
      history,
      sampleRun({
        ...traits,
        id: `${machine}-0`,
        date: '2026-01-01T00:00:00Z',
        results: [sampleResult('naive', 500)],
      }),
    );
  }
  mkdirSync(join(history, hardware), { recursive: true });
  writeFileSync(
    join(history, hardware, '2026-04-04-cccccccc.json'),
    JSON.stringify({ ...sampleRun(), more: true }),
  );
  writeFileSync(join(root, 'results', 'local.json'), JSON.stringify(sampleRun({ id: 'local', sha: child })));
  outcome = await bench(root, ['publish']);
});

function read(machine: string): SiteFamily {
  const file = join(data, machine, 'reduce.json');
  return parseSiteFamily(file, JSON.parse(readFileSync(file, 'utf8')));
}

function readData(name: string): unknown {
  return JSON.parse(readFileSync(join(data, name), 'utf8'));
}

test('leaves out the malformed file alone, names it, and exits 2', () => {
  expect(outcome.code).toBe(2);
  expect(outcome.err).toMatch(
    /left out: .*2026-04-04-cccccccc\.json: \/: unknown field "more"\npublished 6 runs/,
  );
});

test('lists every machine, hardware first', () => {
  const index = parseSiteIndex('index', JSON.parse(readFileSync(join(data, 'index.json'), 'utf8')));
  expect(index.machines.map(({ machine, runs, families }) => [machine.key, runs, families])).toEqual([
    [hardware, 3, ['reduce']],
    [software, 3, ['reduce']],
  ]);
});

test('orders runs by ancestry where git knows the commits, by date where it does not', () => {
  expect(read(hardware).runs.map((run) => run.runId)).toEqual([
    `${hardware}-0`,
    `${hardware}-1`,
    `${hardware}-2`,
  ]);
});

test('gives each id one series with a point a run', () => {
  const [series] = read(software).series;
  expect(series?.points.map((point) => [point.run, point.timing?.medianNs])).toEqual([
    [0, 500],
    [1, 400],
    [2, 300],
  ]);
});

test('publishes what is asked, what is proven over the commits, and the checks behind each family', () => {
  const completion = parseCompletion('completion', readData('curriculum/completion.json'));
  expect(completion.commits.map(({ sha }) => sha)).toEqual([
    ...new Set(read(hardware).runs.map((run) => run.commit.sha)),
  ]);
  const items = parseItems('items', readData('curriculum/items.json'));
  expect(items.items?.map(({ id }) => id)).toEqual(completion.items.map(({ id }) => id));
  expect(readData(`checks/${software}/reduce.json`)).toMatchObject({
    simulated: false,
    variants: [{ variant: 'naive' }],
  });
});

test('judges hardware, with the noise that A/A launches found', async () => {
  const id = 'reduce/naive/n=1024,f32';
  const launches = (key: string, sha: string, sigma: number) => {
    const { machine, run } = sampleRun({ machine: hardware, sha });
    const ids = { [id]: { mediansNs: [400, 410, 405], sigma } };
    writeFileSync(
      join(history, key, `aa-${sha.slice(0, 8)}.json`),
      JSON.stringify({ schemaVersion: 1, commit: run.commit, machine, effort: 'quick', sessions: [], ids }),
    );
  };
  launches(hardware, 'a'.repeat(40), 0.0125);
  writeFileSync(join(history, hardware, 'aa-broken00.json'), '{"schemaVersion": 2}');
  const { err } = await bench(root, ['publish', '--out', 'judged']);
  expect(err).toMatch(/left out: .*aa-broken00\.json: \//);
  const judged = JSON.parse(readFileSync(join(root, 'judged', 'judgement', `${hardware}.json`), 'utf8'));
  expect(judged.series).toMatchObject([{ id, points: 3, launches: 3 }]);
  expect(existsSync(join(root, 'judged', 'judgement', `${software}.json`))).toBe(false);
});

test('names a fault in the user’s own items and publishes the rest', async () => {
  const folder = join(root, 'packages', 'curriculum', 'own');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'own.json'), '{"schemaVersion": 1, "itms": []}');
  const { code, err } = await bench(root, ['publish', '--out', 'faulty']);
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('left out: packages/curriculum/own/own.json: /: unknown field "itms"'),
  ]);
  expect(existsSync(join(root, 'faulty', hardware, 'reduce.json'))).toBe(true);
  expect(existsSync(join(root, 'faulty', 'curriculum'))).toBe(false);
  rmSync(folder, { recursive: true });
});

test('takes in the runs of this checkout with --local, marked', async () => {
  await bench(root, ['publish', '--local', '--out', 'elsewhere']);
  const file = join(root, 'elsewhere', hardware, 'reduce.json');
  const { runs } = parseSiteFamily(file, JSON.parse(readFileSync(file, 'utf8')));
  expect(runs.map((run) => run.local)).toEqual([false, false, true, false]);
});

test('replaces what it published before, and nothing that it did not', async () => {
  rmSync(join(history, software), { recursive: true });
  await bench(root, ['publish']);
  expect(existsSync(join(data, software))).toBe(false);
  expect(existsSync(join(data, hardware, 'reduce.json'))).toBe(true);
  mkdirSync(join(root, 'precious'));
  writeFileSync(join(root, 'precious', 'thesis.txt'), 'do not lose');
  const { code, err } = await bench(root, ['publish', '--out', 'precious']);
  expect({ code, err }).toEqual({
    code: 2,
    err: 'bench: --out precious holds files that publish did not write (thesis.txt): give a new or an empty folder\n',
  });
  expect(readdirSync(join(root, 'precious'))).toEqual(['thesis.txt']);
});

test('refuses a history that is not there, and leaves the site as it is', async () => {
  const before = readFileSync(join(data, 'index.json'), 'utf8');
  const { code, err } = await bench(root, ['publish', '--history', 'nohist']);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('--history nohist is no folder') });
  expect(readFileSync(join(data, 'index.json'), 'utf8')).toBe(before);
});

test('all that takes long is done before any file of the site is in its place, where a signal ends it, and the next publish clears what it left', async () => {
  const { io } = createIo(root);
  const out = join(root, 'unwritten');
  const before: string[] = [];
  const mortally = async <Answer>(work: () => Answer | Promise<Answer>) => {
    const answer = await work();
    before.push(...filesIn(out));
    return answer;
  };
  await main(['publish', '--out', out], { ...io, mortally });
  expect(before).toContain('published.json');
  expect(before.filter((name) => !name.endsWith('.next'))).toEqual(['published.json']);
  const listed = readFileSync(join(out, 'published.json'), 'utf8');
  expect(listed).not.toContain('.next');
  expect(filesIn(out).filter((name) => name.endsWith('.next'))).toEqual([]);
  expect(existsSync(join(out, 'index.json'))).toBe(true);
});

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
