// Copies of one run are one run, whoever reads them: a file that was copied is no second launch.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSiteFamily } from '@kernel-ladder/schema';
import type { SiteFamily } from '@kernel-ladder/schema';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bench, createWorkspace, sampleResult, sampleRun } from '../../fixtures/testing.ts';

let root: string;
let remove: () => void;
beforeEach(() => {
  ({ root, remove } = createWorkspace());
});
afterEach(() => remove());

const run = sampleRun();
const key = run.machine.key;
const own = () => join(root, 'dashboard', 'history', key);

function put(...names: readonly string[]): void {
  mkdirSync(own(), { recursive: true });
  for (const name of names) writeFileSync(join(own(), name), JSON.stringify(run));
}

function published(): SiteFamily {
  const file = join(root, 'dashboard', 'public', 'data', key, 'reduce.json');
  return parseSiteFamily(file, JSON.parse(readFileSync(file, 'utf8')));
}

test('are one point of a series', async () => {
  put('2026-01-02-aaaaaaaa.json', '2026-01-02-aaaaaaaa-2.json', 'copy.json');
  writeFileSync(join(root, 'results', 'local.json'), JSON.stringify(run));
  const { err } = await bench(root, ['publish', '--local']);
  expect(err).toContain('published 1 runs');
  const { runs, series } = published();
  expect(runs.map(({ runId, local }) => [runId, local])).toEqual([['run-1', false]]);
  expect(series.map(({ points }) => points.length)).toEqual([1, 1]);
});

test('are one launch of a comparison, and a run beside itself is told', async () => {
  put('2026-01-02-aaaaaaaa.json', '2026-01-02-aaaaaaaa-2.json');
  writeFileSync(join(root, 'run.json'), JSON.stringify(run));
  const { out, err } = await bench(root, ['compare', 'aaaaaaaa', 'run.json', '--json']);
  expect(JSON.parse(out).base.runs).toEqual(['run-1']);
  expect(err).toContain('run run-1 is on both sides: it says nothing beside a copy of itself\n');
});

test('are recorded once, under whatever name they come', async () => {
  put('moved.json');
  writeFileSync(join(root, 'again.json'), JSON.stringify(run));
  const { code, err } = await bench(root, ['record', 'again.json']);
  expect({ code, err }).toMatchObject({
    code: 0,
    err: expect.stringContaining('again.json is in the history already\n'),
  });
  expect(readdirSync(own())).toEqual(['moved.json']);
});

test('lose nothing: a run that was recorded in part, and again when it was whole', async () => {
  const [first, ...rest] = [sampleResult('naive', 2000), sampleResult('optimized', 500)];
  const part = sampleRun({ interrupted: true, results: first ? [first] : [] });
  writeFileSync(join(root, 'part.json'), JSON.stringify(part));
  writeFileSync(join(root, 'whole.json'), JSON.stringify(run));
  await bench(root, ['record', 'part.json', '--partial']);
  const { err } = await bench(root, ['record', 'whole.json']);
  expect(err).toContain('recorded ');
  expect(readdirSync(own())).toHaveLength(2);
  expect((await bench(root, ['record', 'part.json', '--partial'])).err).toContain(
    'is in the history already',
  );
  await bench(root, ['publish']);
  expect(published().series.map(({ variant }) => variant)).toEqual([
    'naive',
    ...rest.map((each) => each.variant),
  ]);
  expect(published().runs).toHaveLength(1);
});

const spoiled = {
  ...run,
  results: run.results.map((result, at) =>
    at === 1 && result.check ? { ...result, check: { ...result.check, maxAbs: 0.0625 } } : result,
  ),
};
const says = (one: string, two: string) =>
  expect.stringContaining(
    `${one} and ${two} both have the id run-1 and differ in /results/1/check/maxAbs: keep the one that the run wrote`,
  );

test('are equal: what has the id of a recorded run and says another thing is refused, and nothing recorded', async () => {
  put('2026-01-02-aaaaaaaa.json');
  writeFileSync(join(root, 'good.json'), JSON.stringify(sampleRun({ id: 'good' })));
  writeFileSync(join(root, 'altered.json'), JSON.stringify(spoiled));
  const { code, err } = await bench(root, ['record', 'good.json', 'altered.json']);
  expect({ code, err }).toEqual({
    code: 2,
    err: says(join(root, 'altered.json'), join(own(), '2026-01-02-aaaaaaaa.json')),
  });
  expect(readdirSync(own())).toEqual(['2026-01-02-aaaaaaaa.json']);
});

test.for([
  { what: 'machine', other: sampleRun({ machine: 'other-gpu-vulkan-01234567' }), at: '/machine/key' },
  {
    what: 'commit',
    other: { ...run, run: { ...run.run, commit: { ...run.run.commit, subject: 'other' } } },
    at: '/run/commit/subject',
  },
  { what: 'session', other: { ...run, sessions: [...run.sessions, ...run.sessions] }, at: '/sessions/1' },
])('of another $what are none', async ({ other, at }) => {
  put('2026-01-02-aaaaaaaa.json');
  writeFileSync(join(root, 'altered.json'), JSON.stringify(other));
  const { code, err } = await bench(root, ['record', 'altered.json']);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`differ in ${at}: `) });
});

test('are looked for among the files that are recorded together, too', async () => {
  writeFileSync(join(root, 'one.json'), JSON.stringify(run));
  writeFileSync(join(root, 'two.json'), JSON.stringify(spoiled));
  const { code, err } = await bench(root, ['record', 'one.json', 'two.json']);
  expect({ code, err }).toEqual({ code: 2, err: says(join(root, 'one.json'), join(root, 'two.json')) });
  expect(readdirSync(root)).not.toContain('dashboard');
});

test('are the same with their raw samples as without', async () => {
  writeFileSync(join(root, 'one.json'), JSON.stringify(run));
  await bench(root, ['record', 'one.json']);
  const recorded = join(own(), '2026-01-02-aaaaaaaa.json');
  const { err } = await bench(root, ['merge', 'one.json', recorded, '--out', 'never.json']);
  expect(err).toContain('are copies of one run: there is nothing to merge');
});

test('are equal: merge refuses shards of one id that differ', async () => {
  writeFileSync(join(root, 'one.json'), JSON.stringify(run));
  writeFileSync(join(root, 'two.json'), JSON.stringify(spoiled));
  const { code, err } = await bench(root, ['merge', 'one.json', 'two.json', '--out', 'never.json']);
  expect({ code, err }).toEqual({ code: 2, err: says('one.json', 'two.json') });
});
