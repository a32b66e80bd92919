import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runOfSpeed } from '@kernel-ladder/publish/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bench, createWorkspace } from '../../fixtures/testing.ts';
import type { Outcome } from '../../fixtures/testing.ts';

const checkout = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/\/$/, '');
const { root, remove } = createWorkspace();
afterAll(remove);
const folder = join(root, 'docs', 'reports');
const page = join(folder, 'roofline.md');

let written: Outcome;
beforeAll(async () => {
  cpSync(join(checkout, 'dashboard', 'history'), join(root, 'dashboard', 'history'), {
    recursive: true,
    // The larger runs, those of all families among them: each command here reads them all.
    filter: (file) => statSync(file).isDirectory() || statSync(file).size > 1_100_000,
  });
  written = await bench(root, ['report']);
});

test('writes a journey for each family of the history, starts none, and every row names a result of the history', () => {
  expect(written).toMatchObject({
    code: 0,
    err: expect.stringContaining('wrote docs/reports/roofline.md'),
  });
  const pages = readdirSync(folder);
  expect(pages).toEqual(expect.arrayContaining(['journey-gemm.md', 'journey-reduce.md']));
  // The families of this workspace would have pages if they had been asked.
  expect(pages).not.toContain('journey-faults.md');
  const text = readFileSync(page, 'utf8');
  const rows = text.split('\n').filter((line) => line.includes('`gemm/'));
  expect(rows.length).toBeGreaterThan(5);
  const history = join(root, 'dashboard', 'history');
  const runs = readdirSync(history, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFileSync(join(history, name), 'utf8'));
  for (const row of rows) {
    const [, id = '', sha = ''] = /`(gemm\/[^`]+)` \| ([0-9a-f]{8})/.exec(row) ?? [];
    expect(runs.some((run) => run.includes(`"id":"${id}"`) && run.includes(`"sha":"${sha}`))).toBe(true);
  }
});

test('--check names what was edited, what is left over and what is absent; a page of somebody’s own is let be', async () => {
  const kept = readFileSync(page, 'utf8');
  const [edited, left, absent, own] = ['roofline', 'journey-gone', 'fusion-bandwidth', 'mine'].map((name) =>
    join(folder, `${name}.md`),
  ) as [string, string, string, string];
  writeFileSync(edited, kept.replace('| ', '|  '));
  writeFileSync(left, kept);
  writeFileSync(own, '# Mine\n');
  const removed = readFileSync(absent, 'utf8');
  rmSync(absent);
  const { code, err } = await bench(root, ['report', '--check']);
  expect({ code, lines: err.trimEnd().split('\n').toSorted() }).toEqual({
    code: 1,
    lines: [
      'docs/reports/fusion-bandwidth.md: not there',
      'docs/reports/journey-gone.md: nothing generates it',
      'docs/reports/roofline.md: stale',
      '→ pnpm reports',
    ],
  });
  expect((await bench(root, ['report'])).code).toBe(0);
  expect(readFileSync(edited, 'utf8')).toBe(kept);
  expect(readFileSync(absent, 'utf8')).toBe(removed);
  expect(existsSync(left)).toBe(false);
  expect(readFileSync(own, 'utf8')).toBe('# Mine\n');
});

test('has every whole run of a suite that the history knows on the page of their speed', async () => {
  const { root: own, remove: removeOwn } = createWorkspace();
  afterAll(removeOwn);
  const run = runOfSpeed(1, 25_000);
  const history = join(own, 'dashboard', 'history', run.machine.key);
  mkdirSync(history, { recursive: true });
  writeFileSync(join(history, '2026-01-02-0b0b0b0b.json'), JSON.stringify(run));
  expect((await bench(own, ['report'])).code).toBe(0);
  const speeds = join(own, 'docs', 'reports', 'suite-speed');
  expect(readFileSync(`${speeds}.md`, 'utf8')).toMatch(/\| 0b0b0b0b \| 2 +\| 25 +\| 12\.5 +\| 50 +\|/);
  expect(readFileSync(`${speeds}.svg`, 'utf8')).toContain('quick');
});

test('refuses a name: it writes all or none', async () => {
  const { code, err } = await bench(root, ['report', 'roofline']);
  expect({ code, err }).toEqual({
    code: 2,
    err: 'bench: report takes no "roofline": it writes all write-ups\n',
  });
});
