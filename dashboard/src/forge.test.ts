import { expect, test } from 'vitest';
import { forgeAddress } from './forge.ts';

const repository = 'https://github.com/a/b';

test('leads to a commit, and to a file as it stands at the newest one', () => {
  expect(forgeAddress(repository, { commit: 'abc' })).toBe('https://github.com/a/b/commit/abc');
  expect(forgeAddress(repository, { file: 'dashboard/history/a b/c#d.json' })).toBe(
    'https://github.com/a/b/blob/HEAD/dashboard/history/a%20b/c%23d.json',
  );
});

test('leads nowhere without a repository, a commit, or https', () => {
  expect(forgeAddress(null, { commit: 'abc' })).toBeNull();
  expect(forgeAddress(repository, { commit: '0'.repeat(40) })).toBeNull();
  expect(forgeAddress('javascript:alert(1)//', { commit: 'abc' })).toBeNull();
});
