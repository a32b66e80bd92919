import { historyFiles, readBytes } from '@kernel-ladder/schema/node';
import { expect, test } from 'vitest';
import { bothDigests } from './testing-digest.ts';

const files = historyFiles(new URL('../../../dashboard/history', import.meta.url).pathname);

test('of every recorded run the digest by words and numbers is that of the whole, in the same order', () => {
  for (const file of [...files, ...files]) {
    const { byWords, whole } = bothDigests(file, readBytes(file));
    expect([file, byWords === whole]).toEqual([file, true]);
  }
});
