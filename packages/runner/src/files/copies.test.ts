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
