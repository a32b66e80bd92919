import { expect, test } from 'vitest';
import { commitWords, deedOf } from './deeds.ts';

const none = { slower: 0, faster: 0, failing: 0, new: 0, gone: 0, timed: 0 };

test.for([
  [{ failing: 1, slower: 3, timed: 9 }, 'failing'],
  [{ slower: 3, timed: 9 }, 'slower'],
  [{ slower: 3, faster: 1, timed: 9 }, 'mixed'],
  [{ gone: 1, faster: 2, timed: 9 }, 'gone'],
  [{ faster: 2, new: 5, timed: 9 }, 'faster'],
  [{ new: 5, timed: 9 }, 'new'],
  [{ timed: 9 }, 'steady'],
  [{}, 'untimed'],
] as const)('%j is %s: the worst that a commit did names it', ([counts, deed]) => {
  expect(deedOf({ counts: { ...none, ...counts } })).toBe(deed);
});

test('a run that nobody judges is neither good nor bad', () => {
  expect(deedOf({ counts: { ...none, failing: 1 }, alone: true })).toBe('alone');
});

test('says what it did, and what it did not reach', () => {
  const commit = {
    sha: 'a'.repeat(40),
    subject: 'Tile it',
    date: '2026-01-02T03:04:05Z',
    runs: 2,
    interrupted: 1,
  };
  expect(commitWords({ ...commit, counts: { ...none, slower: 2, faster: 1, timed: 1156 } })).toBe(
    'aaaaaaaa Tile it: 2 slower, 1 faster; 1,156 timed; 1 of its 2 runs interrupted',
  );
});
