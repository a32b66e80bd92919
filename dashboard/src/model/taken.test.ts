import { acknowledgedAmong } from '@kernel-ladder/publish/acknowledged';
import { expect, test } from 'vitest';
import type { Effect } from './effects.ts';
import { takenAt, takenText } from './taken.ts';

const sha = 'a'.repeat(40);
const effect = (id: string, state: Effect['state']): Effect => ({
  series: { id, family: 'a', variant: 'a', case: 'a', isPeer: false },
  state,
  beforeNs: 1,
  afterNs: 2,
  effect: 1,
  before: 0,
  sameKernel: true,
  reason: null,
  repairedBy: null,
  undoes: [],
});
const known = { id: '**', commit: 'aaaaaaa', reason: 'known', by: 'Ada', commits: [sha], isOfUse: true };
const commit = { sha, parents: [], branch: 'main', dirty: false, subject: '', date: '2026-03-04T05:06:07Z' };

test('counts what is acknowledged of a commit, and no failure', () => {
  const acknowledged = acknowledgedAmong([{ ...known, ids: ['a/a/a', 'a/b/a', 'a/c/a'] }]);
  const effects = [effect('a/a/a', 'slower'), effect('a/b/a', 'faster'), effect('a/c/a', 'failing')];
  const taken = takenAt({ commit, effects: [...effects, effect('a/d/a', 'slower')] }, acknowledged);
  expect(taken).toEqual({ slower: 1, faster: 1 });
  expect(takenText(taken)).toBe('1 slower, 1 faster');
  expect(takenText({ slower: 0, faster: 0 })).toBe('—');
});
