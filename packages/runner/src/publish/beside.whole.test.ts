// What publish writes of a machine beside its series, from files that a history and a checkout have.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runOfDay, wiggle } from '@kernel-ladder/publish/testing';
import { parseSiteAcknowledged, parseSiteNoise, parseSiteRun, parseSiteRunList } from '@kernel-ladder/schema';
import type { Acknowledgement } from '@kernel-ladder/schema';
import { readHistoryRun } from '@kernel-ladder/schema/node';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bench, createWorkspace } from '../../fixtures/testing.ts';
import { addToHistory } from '../files/history.ts';

const key = 'test-gpu-vulkan-01234567';
let root: string;
let remove: () => void;
beforeEach(() => {
  ({ root, remove } = createWorkspace());
  // The seventh day is slower, and stays so.
  for (const [day, off] of wiggle.entries())
    addToHistory(
      join(root, 'dashboard', 'history'),
      runOfDay(day, { one: (day < 6 ? 100_000 : 130_000) + 100 * off }),
    );
});
afterEach(() => remove());

const slowed = runOfDay(6, {}).run.commit.sha;

function acknowledge(...acknowledged: readonly Partial<Acknowledgement>[]): void {
  const whole = acknowledged.map((one) => ({
    id: 'reduce/one/**',
    commit: slowed.slice(0, 8),
    reason: 'sums are exact since',
    by: 'somebody',
    ...one,
  }));
  put(JSON.stringify({ schemaVersion: 1, acknowledged: whole }, null, 2));
}

function put(text: string): void {
  mkdirSync(join(root, 'dashboard'), { recursive: true });
  writeFileSync(join(root, 'dashboard', 'acknowledged.json'), text);
}

function read<T>(name: string, parse: (file: string, value: unknown) => T): T {
  const file = join(root, 'dashboard', 'public', 'data', name);
  return parse(name, JSON.parse(readFileSync(file, 'utf8')));
}

test('publishes each run as it was recorded, and a list of them, newest first', async () => {
  expect((await bench(root, ['publish'])).code).toBe(0);
  const list = read(`run/${key}.json`, parseSiteRunList);
  expect(list.runs.map(({ run }) => run.runId)).toEqual(wiggle.map((_, day) => `run-${day}`).toReversed());
  expect(list).toMatchObject({
    older: 0,
    runs: [{ passed: 1, failed: 0, skipped: 0 }, ...list.runs.slice(1)],
  });
  const { file, run } = read(`run/${key}/run-3.json`, parseSiteRun);
  expect(run).toEqual(readHistoryRun(join(root, 'dashboard', 'history', file ?? '')));
});

test('publishes the noise that A/A launches know, as the judge takes it', async () => {
  const { machine, run } = runOfDay(0, {});
  const ids = { 'reduce/one/n=1024,f32': { mediansNs: [400, 410, 405], sigma: 0.0125 } };
  const launches = { schemaVersion: 1, commit: run.commit, machine, effort: 'quick', sessions: [], ids };
  writeFileSync(join(root, 'dashboard', 'history', key, 'aa-aaaaaaaa.json'), JSON.stringify(launches));
  await bench(root, ['publish']);
  expect(read(`noise/${key}.json`, parseSiteNoise).ids).toEqual({
    'reduce/one/n=1024,f32': { sigma: 0.0125, launches: 3 },
  });
});

test('what somebody acknowledged leaves the feed, and the file of the machine says by whom and why', async () => {
  const feed = () => readFileSync(join(root, 'dashboard', 'public', 'data', 'feed', `${key}.xml`), 'utf8');
  await bench(root, ['publish', '--site-url', 'https://example.org/site']);
  expect(feed()).toContain('1 series slower at');
  expect(feed()).toContain('href="https://example.org/site/#page=commit');
  acknowledge({});
  const outcome = await bench(root, ['publish']);
  expect(outcome.code).toBe(0);
  expect(outcome.err).not.toContain('mutes nothing');
  expect(feed()).not.toContain('<entry>');
  expect(read(`acknowledged/${key}.json`, parseSiteAcknowledged).acknowledged).toMatchObject([
    { reason: 'sums are exact since', by: 'somebody', commits: [slowed], isOfUse: true },
  ]);
});

test.for([
  ['a commit that changed no speed', { commit: runOfDay(3, {}).run.commit.sha.slice(0, 8) }],
  ['a commit that nobody knows', { commit: 'fedcba98' }],
  ['ids that were never recorded', { id: 'gemm/**' }],
  ['another machine', { machine: 'other-vulkan-89abcdef' }],
] as const)('reports the line of an acknowledgement that mutes nothing: %s', async ([, wishes]) => {
  acknowledge({}, wishes);
  const { code, err } = await bench(root, ['publish']);
  expect(err).toMatch(
    /dashboard\/acknowledged\.json:10: mutes nothing: no recorded speed of .* changed at .*: correct it, or delete it/,
  );
  expect(err.match(/mutes nothing/g)).toHaveLength(1);
  expect(code).toBe(0);
});

test.for([
  [
    '{\n  "schemaVersion": 1,\n  "acknowledged": [\n    { "id": "a/**",\n      "commit": "not a sha", "reason": "x", "by": "y" }\n  ]\n}',
    /acknowledged\.json:5: \/acknowledged\/0\/commit: must match pattern/,
  ],
  [
    '{\n  "schemaVersion": 1,\n  "acknowledged": [\n    { "id": "a/**", "commit": "1541ff68", "by": "y" }\n  ]\n}',
    /acknowledged\.json:4: \/acknowledged\/0: must have required property 'reason'/,
  ],
  [
    '{\n  "schemaVersion": 1,\n  "acknowledged": [\n    { "id": "a/**", "commit": "1541ff68", "reason": "x", "by": "y",\n      "issue": "javascript:alert(1)" }\n  ]\n}',
    /acknowledged\.json:5: \/acknowledged\/0\/issue/,
  ],
  ['{\n  "schemaVersion": 1,\n  oops', /acknowledged\.json: not JSON/],
] as const)(
  'a file that is wrong mutes nothing, and the error names its line and the remedy',
  async ([text, said]) => {
    put(text);
    const { code, err } = await bench(root, ['publish']);
    expect(err).toMatch(said);
    expect(err).toMatch(/README\.md of dashboard has an example/);
    expect(code).toBe(2);
    expect(read(`acknowledged/${key}.json`, parseSiteAcknowledged).acknowledged).toEqual([]);
  },
);

test('refuses an address of the site that is none of the web', async () => {
  const { code, err } = await bench(root, ['publish', '--site-url', 'javascript:alert(1)']);
  expect([code, err]).toEqual([2, expect.stringContaining('is no address of a site')]);
});
