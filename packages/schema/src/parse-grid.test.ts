import { expect, test } from 'vitest';
import { packRows } from './columns.ts';
import { parseSiteGrid, parseSiteOverview } from './parse-grid.ts';
import type { GridRow, SiteOverview } from './types.generated.ts';

const counts = { slower: 0, faster: 0, failing: 0, new: 1, gone: 0, timed: 1 };
const commits = [
  { sha: 'a'.repeat(40), subject: 'Add a kernel', date: '2026-01-02T03:04:05Z', runs: 1, counts },
] as const;
const row: GridRow = {
  id: 'reduce/naive/n=64,f32',
  family: 'reduce',
  rung: 'naive',
  case: 'n=64,f32',
  dtype: 'f32',
  kind: 'gpu',
  state: 'same',
  at: [0],
  times: [1000],
  marks: 't',
};
const gridOf = (rows: readonly GridRow[]) => ({
  schemaVersion: 1,
  machineKey: 'gpu-vulkan-00000000',
  commits,
  series: packRows(rows),
});
const overview: SiteOverview = {
  schemaVersion: 1,
  machineKey: 'gpu-vulkan-00000000',
  commits,
  newest: 1,
  runs: [],
  states: [{ state: 'same', series: 1 }],
  judged: null,
  headlines: [row],
  attention: [],
};

test('reads the rows that were packed', () => {
  const failed: GridRow = {
    ...row,
    state: 'failing',
    reason: 'wrong-result: off',
    times: [null],
    marks: 'f',
  };
  expect(parseSiteGrid('grid.json', gridOf([row, failed])).rows).toEqual([row, failed]);
  expect(parseSiteOverview('overview.json', overview)).toBe(overview);
});

test.for([
  [
    'a point of no commit',
    { at: [1] },
    '/series: reduce/naive/n=64,f32: has 1 commits, and commit 1 is named',
  ],
  ['a move at no commit', { change: { at: 7, effect: 0.1, age: 0 } }, 'commit 7 is named'],
  ['a point without a mark', { marks: '' }, '1 commits with 1 times and 0 marks: must be as many'],
  ['a mark that is none', { marks: 'x' }, 'row 0: /marks'],
  ['a state that is none', { state: 'splendid' as 'same' }, 'row 0: /state'],
] as const)('refuses %s', ([, wrong, message]) => {
  expect(() => parseSiteGrid('grid.json', gridOf([{ ...row, ...wrong }]))).toThrow(message);
});

test('refuses an overview whose rows or runs name what it does not have', () => {
  const stray = { ...overview, headlines: [{ ...row, at: [3] }] };
  expect(() => parseSiteOverview('overview.json', stray)).toThrow('overview.json: /headlines: reduce/naive');
  const commit = { ...commits[0], parents: [], branch: 'main', dirty: false };
  const { sha, subject, date, parents, branch, dirty } = commit;
  const run = {
    runId: 'one',
    startedAt: date,
    commit: { sha, subject, date, parents, branch, dirty },
    suite: 'quick',
    local: false,
  };
  const runs = [{ run, at: 1, passed: 1, failed: 0, skipped: 0 }];
  expect(() => parseSiteOverview('overview.json', { ...overview, runs })).toThrow(
    'overview.json: /runs: has 1 commits, and commit 1 is named',
  );
});
