import type { ListedRun, SiteRunList } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { naturalSides, runBefore, sideNamed, sidesOf } from './sides.ts';

const listed = (runId: string, digit: string, traits: Partial<ListedRun['run']> = {}): ListedRun => ({
  run: {
    runId,
    startedAt: '2026-01-02T03:04:05Z',
    commit: {
      sha: digit.repeat(40),
      parents: [],
      branch: 'main',
      dirty: false,
      subject: `Commit ${digit}`,
      date: '2026-01-02T00:00:00Z',
    },
    suite: 'quick',
    local: false,
    ...traits,
  },
  passed: 1,
  failed: 0,
  skipped: 0,
});

const list = (...runs: readonly ListedRun[]): SiteRunList => ({
  schemaVersion: 1,
  machineKey: 'a-vulkan-01234567',
  older: 0,
  runs,
});

test('a commit is all its recorded runs; a local run stands alone', () => {
  const sides = sidesOf(
    list(listed('r4', 'b', { local: true }), listed('r3', 'b'), listed('r2', 'b'), listed('r1', 'a')),
  );
  expect(sides.commits.map(({ name, runs }) => [name[0], runs.length])).toEqual([
    ['b', 2],
    ['a', 1],
  ]);
  expect(sides.runs.map(({ name }) => name)).toEqual(['r4', 'r3', 'r2', 'r1']);
});

test('a name is a run’s id, or the beginning of a commit’s hash', () => {
  const sides = sidesOf(list(listed('bbb', 'a'), listed('r1', 'b')));
  expect(sideNamed(sides, 'bbb')?.runs[0]?.run.runId).toBe('bbb');
  expect(sideNamed(sides, 'bbbb')?.name).toBe('b'.repeat(40));
  expect([sideNamed(sides, 'c'), sideNamed(sides, ''), sideNamed(sides, null)]).toEqual([null, null, null]);
});

test('opens on the newest two commits that were measured with all of one suite', () => {
  const sides = sidesOf(
    list(
      listed('r5', 'e', { selected: true }),
      listed('r4', 'd'),
      listed('r3', 'c', { suite: 'full' }),
      listed('r2', 'b', { interrupted: true }),
      listed('r1', 'a'),
    ),
  );
  const { base, head } = naturalSides(sides);
  expect([base?.name[0], head?.name[0]]).toEqual(['a', 'd']);
});

test('opens on the newest two of anything where no two are alike, and on nothing where there is one', () => {
  const two = naturalSides(sidesOf(list(listed('r2', 'b', { suite: 'full' }), listed('r1', 'a'))));
  expect([two.base?.name[0], two.head?.name[0]]).toEqual(['a', 'b']);
  expect(naturalSides(sidesOf(list(listed('r1', 'a'))))).toMatchObject({ base: null });
});

test('a run is held against the last one before it of its suite: of all of that, where it has all of it itself', () => {
  const rows = [
    listed('r6', 'f'),
    listed('r5', 'e', { selected: true }),
    listed('r4', 'd', { suite: 'full' }),
    listed('r3', 'c', { interrupted: true }),
    listed('r2', 'b'),
    listed('r1', 'a', { selected: true }),
  ];
  const before = (id: string) => runBefore(rows, id)?.run.runId;
  expect(['r6', 'r5', 'r4', 'r3', 'r2', 'r1'].map(before)).toEqual([
    'r2',
    'r3',
    undefined,
    'r2',
    'r1',
    undefined,
  ]);
});
