import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseCompletion } from '@kernel-ladder/curriculum';
import type { Completion } from '@kernel-ladder/curriculum';
import type { Result } from '@kernel-ladder/schema';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { addToHistory } from '../files/history.ts';
import { bench, createWorkspace, registerFamily, sampleResult, sampleRun } from '../../fixtures/testing.ts';
import type { RunTraits } from '../../fixtures/testing.ts';

const { root, remove } = createWorkspace();
afterAll(remove);
const history = join(root, 'dashboard', 'history');
const recorded = fileURLToPath(new URL('../../../../dashboard/history', import.meta.url));

function write(path: string, value: unknown): void {
  writeFileSync(join(root, path), typeof value === 'string' ? value : JSON.stringify(value));
}

async function complete(...flags: readonly string[]): Promise<Completion> {
  const { code, out, err } = await bench(root, ['curriculum', '--json', ...flags]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return parseCompletion('stdout', JSON.parse(out));
}

// An item of the user's own, about a family that the project's items know nothing of.
const mine = {
  id: 'mine.sample',
  title: 'A sample',
  family: 'sample',
  kind: 'bench',
  tier: 'core',
  needs: ['gpu'],
  places: ['mine/one'],
  ask: 'a sample',
  webgpu: 'a sample',
  evidence: 'a sample that passed',
  rule: { rule: 'passed', of: { family: 'sample' } },
} as const;
const tracks = [{ id: 'mine', title: 'Mine', phases: [{ id: 'one', title: 'First' }] }];
const own = { schemaVersion: 1, tracks, items: [mine] } as const;
const stateOf = ({ items }: Completion) => items.find(({ id }) => id === mine.id)?.state;

const passed: Result = { ...sampleResult('a', 1000), id: 'sample/a/n=1024,f32', family: 'sample' };
const { check: _, timing: __, metrics: ___, samplesNs: ____, ...untimed } = passed;
const failed: Result = {
  ...untimed,
  status: 'failed',
  reason: { code: 'wrong-result', message: 'y[0] is 1' },
};

beforeEach(() => {
  for (const folder of ['results', 'packages', 'dashboard', '.git'])
    rmSync(join(root, folder), { recursive: true, force: true });
  for (const folder of ['results', 'packages/curriculum/own', 'dashboard'])
    mkdirSync(join(root, folder), { recursive: true });
});

// Of the recorded runs those of two commits, which prove items and leave others open: every commit is a pass over all rules, and
// the whole history is what the reports and the site are made of.
const machine = 'nvidia-h200-vulkan-f683e31d';
const runs = ['2026-11-21-0b32ad5d.json', '2026-11-22-6a219c50.json'];

describe('over recorded runs', () => {
  beforeEach(() => {
    for (const run of runs) cpSync(join(recorded, machine, run), join(history, machine, run));
  });

  test('--json names every item with its state and the results behind it', async () => {
    const { items } = await complete();
    expect(items.length).toBeGreaterThanOrEqual(204);
    const naive = items.find(({ id }) => id === 'gemm.naive');
    expect(naive).toMatchObject({ kind: 'bench', track: 'kernel-tracker', state: 'proven' });
    expect(naive?.evidence[0]).toMatchObject({
      id: expect.stringContaining('gemm/naive/'),
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      machine: expect.stringContaining('h200'),
    });
  });

  test('--open gives the reason for each item that is provable and not proven', async () => {
    const { items } = await complete();
    const open = items.filter(({ kind, state }) => kind === 'bench' && state !== 'proven');
    const { code, out } = await bench(root, ['curriculum', '--open']);
    expect(code).toBe(0);
    expect(out).toContain(`bench: ${open.length} open\n`);
    expect(out).not.toMatch(/^gemm\.naive /m);
    expect(out).toMatch(/^gemm\.hierarchical +not-started +\S/m);
  });

  test('prints every track phase by phase, and a row a track', async () => {
    const { code, out } = await bench(root, ['curriculum']);
    expect(code).toBe(0);
    expect(out).toMatch(/^kernel-tracker: GPU kernel journey/m);
    expect(out).toMatch(/^Phase 1\.1 Reduction +\d of \d +\d+ %/m);
    expect(out).toMatch(/^all items, each once +\d+ of \d+ +\d+ %/m);
  });

  test('--track shows the items of that track alone, each with what it lacks', async () => {
    const { out } = await bench(root, ['curriculum', '--track', 'cuda-triton']);
    expect(out).toMatch(/^gemm\.naive +bench +proven$/m);
    expect(out).toMatch(/^\S+ +bench +not-started +\S/m);
    expect(out).not.toContain('six-month');
    const done = await complete('--track', 'cuda-triton');
    expect(done.tracks.map(({ id }) => id)).toEqual(['cuda-triton']);
    expect(done.items).toHaveLength(done.tracks[0]?.counts.items ?? 0);
  });

  test('--item shows the rule, the numbers behind it, and the command that brings what is missing', async () => {
    const { out } = await bench(root, ['curriculum', '--item', 'gemm.mixed-precision']);
    expect(out).toMatch(/^rule\n {2}all of\n/m);
    expect(out).toMatch(
      /^gemm\/tensor\/m=4096,n=4096,k=4096,f16-f32 +median time, µs +[\d.]+ .*nvidia-h200/m,
    );
    registerFamily(root, 'gemm', ['gemm/tuned/m=1,n=1,k=1,f32']);
    const { out: open } = await bench(root, ['curriculum', '--item', 'gemm.config-guide']);
    expect(open).toContain("→ bench run --suite all --hardware --select 'gemm/tuned/m=*,n=*,k=*,*'");
    const { out: json } = await bench(root, ['curriculum', '--item', 'validation.bitwise', '--json']);
    expect(JSON.parse(json).items[0].missing).toContainEqual(
      expect.objectContaining({
        remedy: expect.stringContaining('no such family yet: write packages/kernel-atomics'),
      }),
    );
  });

  test('--next is what nothing holds up first; --json has all of it', async () => {
    const { out } = await bench(root, ['curriculum', '--next']);
    expect(out.split('\n').slice(2, 4).join('\n')).toMatch(/^\S+ +(regressed|implemented) +1 /);
    expect(out).toMatch(/^and \d+ more: --json has all$/m);
    const { out: json } = await bench(root, ['curriculum', '--next', '--json']);
    const { items } = JSON.parse(json) as { items: { id: string; kind: string; waitsFor: string[] }[] };
    const place = new Map(items.map(({ id }, index) => [id, index]));
    for (const { id, waitsFor } of items)
      for (const other of waitsFor) expect(place.get(other)).toBeLessThan(place.get(id) ?? -1);
    expect(items[0]).toMatchObject({ kind: 'bench', evidence: expect.anything() });
  });
});

describe('over the runs of this checkout', () => {
  beforeEach(() => write('packages/curriculum/own/own.json', own));

  test.for([
    { software: true, state: 'implemented' },
    { software: false, state: 'proven' },
  ])('a local run with software: $software makes an item $state', async ({ software, state }) => {
    expect(stateOf(await complete())).toBe('not-started');
    write('results/run.json', sampleRun({ software, results: [passed] }));
    expect(stateOf(await complete())).toBe(state);
  });

  test('commits follow each other by ancestry where git knows it, whatever their dates say', async () => {
    const first = commitAt('2026-03-03T00:00:00Z');
    const second = commitAt('2026-02-02T00:00:00Z');
    recordAt({ sha: first, date: '2026-03-03T00:00:00Z', results: [passed] });
    recordAt({ sha: second, date: '2026-02-02T00:00:00Z', results: [failed] });
    const done = await complete();
    expect(done.commits.map(({ sha }) => sha)).toEqual([first, second]);
    expect(stateOf(done)).toBe('regressed');
    rmSync(join(root, '.git'), { recursive: true });
    expect(stateOf(await complete())).toBe('proven');
  });

  test('a malformed run is left out and named, the rest is shown', async () => {
    write('results/run.json', sampleRun({ results: [passed] }));
    write('results/half.json', '{"schemaVersion": 1}');
    const { code, out, err } = await bench(root, ['curriculum', '--json']);
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(/^left out: \S+half\.json: \/: must have required property/),
    });
    expect(stateOf(JSON.parse(out))).toBe('proven');
  });
});

describe('of a learner', () => {
  const tick = { item: 'study.papers-and-code', date: '2026-01-02', note: 'read' };

  test('a tick counts, and an item that is not ticked says how', async () => {
    const { out } = await bench(root, ['curriculum', '--item', tick.item]);
    expect(out).toContain(
      '→ in packages/curriculum/own/progress.json, under "ticks": {"item":"study.papers-and-code","date":"YYYY-MM-DD"}',
    );
    write('packages/curriculum/own/progress.json', { schemaVersion: 1, ticks: [tick] });
    const { items } = await complete();
    expect(items.find(({ id }) => id === tick.item)).toMatchObject({
      state: 'ticked',
      evidence: [{ value: '2026-01-02 read' }],
    });
  });

  test('the outcomes of tests prove what needs them', async () => {
    const evidence = {
      schemaVersion: 1,
      commit: 'a'.repeat(40),
      date: '2026-01-02T00:00:00Z',
      environment: 'local',
      tests: [{ file: 'a.test.ts', name: 'adds', status: 'passed' }],
    };
    const item = { ...mine, needs: ['any'], rule: { rule: 'tests', file: 'a.test.ts', names: ['adds'] } };
    write('packages/curriculum/own/own.json', { ...own, items: [item] });
    const { out } = await bench(root, ['curriculum', '--item', mine.id]);
    expect(out).toContain('the tests of a.test.ts, run\n  → bench evidence\n');
    mkdirSync(join(history, 'tests'), { recursive: true });
    write(`dashboard/history/tests/${evidence.commit}.json`, evidence);
    expect(stateOf(await complete())).toBe('proven');
  });

  test.for([
    {
      file: 'progress.json',
      value: { schemaVersion: 1, ticks: [{ ...tick, item: 'study.papers' }] },
      says: '/ticks/0/item: there is no item "study.papers"',
    },
    { file: 'progress.json', value: '{', says: 'not JSON' },
    {
      file: 'progress.json',
      value: { schemaVersion: 1, ticks: [{ ...tick, item: 'gemm.naive' }] },
      says: '/ticks/0/item: "gemm.naive" is proven by results, not ticked',
    },
    {
      file: 'own.json',
      value: { ...own, items: [{ ...mine, after: [mine.id] }] },
      says: '/items/0: "mine.sample" depends on itself: mine.sample → mine.sample',
    },
    {
      file: 'own.json',
      value: { schemaVersion: 1, items: [{ ...mine, rule: { rule: 'true' } }] },
      says: '/items/0/rule: there is no rule "true"',
    },
  ])('$file is refused with exit 2: $says', async ({ file, value, says }) => {
    write(`packages/curriculum/own/${file}`, value);
    const { code, out, err } = await bench(root, ['curriculum']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`bench: packages/curriculum/own/${file}: ${says}`);
  });
});

test.for([
  { argv: ['--track', 'six-mont'], says: 'unknown track "six-mont"; did you mean "six-month"?' },
  { argv: ['--item', 'gemm.naiv'], says: 'unknown item "gemm.naiv"; did you mean "gemm.naive"?' },
  { argv: ['--item', 'gemm.naive', '--next'], says: '--item shows one item' },
  { argv: ['gemm.naive'], says: 'an item is named as --item gemm.naive' },
  { argv: ['--tracks'], says: 'unknown flag "--tracks"; did you mean "--track"?' },
])('refuses $argv with exit 2', async ({ argv, says }) => {
  const { code, err } = await bench(root, ['curriculum', ...argv]);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
});

function recordAt(traits: RunTraits): void {
  addToHistory(history, sampleRun({ id: `run-${traits.sha}`, ...traits }));
}

function commitAt(date: string): string {
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, env, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  git(...who, 'commit', '--quiet', '--allow-empty', '-m', date);
  return git('rev-parse', 'HEAD');
}
