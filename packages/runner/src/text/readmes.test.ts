// What a reader is promised: each family explained rung by rung.
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { familyPages, rungsOf } from '../../fixtures/readmes.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

// Peers climb no ladder.
describe.for(await familyPages(root, (name) => name !== 'peers'))(
  'the README of $name',
  ({ registered, readme }) => {
    test('says of every rung what it changes and when not to use it, and of no other', () => {
      expect(rungsOf(readme).toSorted()).toEqual(registered.toSorted());
    });

    test('says why the answer is right', () => {
      expect(readme).toContain('\n## Why the answer is right\n');
    });
  },
);
