// The steps of the weekly workflow, and that of the site's address, over a server that speaks the API.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sampleForge } from '../testing/forge.ts';
import type { Forge, StoredIssue } from '../testing/forge.ts';
import { asProcess, step } from '../testing/step.ts';
import { commandIn } from '../testing/workflow.ts';

const scratch = mkdtempSync(join(tmpdir(), 'kernel-ladder-week-'));
afterAll(() => rmSync(scratch, { recursive: true }));

function tell(forge: Forge, text = '## `a-gpu`\n\nnothing\n', how: Parameters<typeof step>[3] = {}) {
  const file = join(scratch, 'trend.md');
  writeFileSync(file, text);
  return step(forge, commandIn('weekly.yml', 'tell'), {}, { ...how, env: { TREND_FILE: file } });
}

const issue = (traits: Partial<StoredIssue>): StoredIssue => ({
  number: 41,
  user: { login: 'github-actions[bot]' },
  state: 'open',
  labels: ['kernel-trend'],
  body: '',
  said: [],
  ...traits,
});

test('the first week opens an issue, and the next ones are comments to it', async () => {
  const forge = sampleForge();
  const first = await tell(forge, '## `a-gpu`\n\nnothing\n', { run: asProcess });
  expect(first).toMatchObject({ code: 0, err: '', out: 'opened #40\n' });
  expect(await tell(forge, 'again')).toMatchObject({ code: 0, err: '', out: 'added the week to #40\n' });
  expect(forge.issues).toMatchObject([
    { labels: ['kernel-trend'], body: '## `a-gpu`\n\nnothing', said: ['again'] },
  ]);
  expect(forge.labels).toMatchObject([{ name: 'kernel-trend' }]);
});

test.for([
  ['of somebody else', { user: { login: 'octocat' } }],
  ['that is closed', { state: 'closed' }],
  ['that is a pull request', { pull_request: {} }],
  ['of another label', { labels: ['bug'] }],
] as const)('nothing is written to an issue %s', async ([, traits]) => {
  const forge = sampleForge();
  forge.issues.push(issue(traits));
  expect(await tell(forge)).toMatchObject({ code: 0, out: 'opened #41\n' });
  expect(forge.issues[0]!.said).toEqual([]);
});

test('what a compiler says of a kernel mentions nobody', async () => {
  const forge = sampleForge();
  await tell(forge, 'failing: `x`: @compute @workgroup_size(64) expects @team/x');
  expect(forge.issues[0]!.body).not.toMatch(/@\w/);
  expect(forge.issues[0]!.body.replaceAll('\u200B', '')).toContain(
    '@compute @workgroup_size(64) expects @team/x',
  );
});

test.for([
  ['of no text', ' \n', 'has no text'],
  ['that GitHub does not take', 'x'.repeat(70_000), 'has more than 65536 bytes'],
] as const)('a report %s is no issue', async ([, text, why]) => {
  const forge = sampleForge();
  const { code, err } = await tell(forge, text);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(why) });
  expect(forge.issues).toEqual([]);
});

test('faults and limits are waited out', async () => {
  const forge = sampleForge();
  forge.faults.push({ status: 503 }, { status: 429, headers: { 'retry-after': '0' } });
  expect(await tell(forge)).toMatchObject({ code: 0, out: 'opened #40\n' });
});

test('the site is published by the workflow of main that does so', async () => {
  const forge = sampleForge();
  const ended = await step(forge, commandIn('weekly.yml', 'keep'), {}, { run: asProcess });
  expect(ended).toMatchObject({ code: 0, err: '' });
  expect(forge.dispatched).toEqual(['dashboard.yml on main']);
});

test.for([
  ['https://o.github.io/r/', 0, 'https://o.github.io/r/\n'],
  [null, 0, '\n'],
  ['https://x.example/$(touch owned)', 1, ''],
  ['javascript:alert(1)', 1, ''],
] as const)('of the address %s the step ends with %i', async ([page, code, out]) => {
  const forge = sampleForge();
  forge.page = page;
  const ended = await step(forge, commandIn('dashboard.yml', 'record'), {});
  expect(ended).toMatchObject({ code, out });
});
