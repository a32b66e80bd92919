// What a reader is promised: each family explained rung by rung, and no link into nowhere.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createIo } from '../../fixtures/testing.ts';
import { findFamilies, listFamilies } from '../process/families.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** First cells of the tables whose header says when not to use a rung. */
function rungsOf(readme: string): readonly string[] {
  const tables = readme.split(/\n(?!\|)/).filter((block) => /^\| *rung\b.*when not to use it/im.test(block));
  return tables.flatMap((table) => [...table.matchAll(/^\| *`([^`]+)`/gm)].map(([, rung]) => rung ?? ''));
}

// The registry speaks for itself: what a page promises holds before anything was measured. Peers climb no ladder.
const families = findFamilies(root).filter(({ name }) => name !== 'peers');
const listings = await listFamilies(createIo(root).io, families, { kind: 'software' });

describe.for(listings.map(({ name, rungs }) => ({ name, registered: rungs.map((rung) => rung.name) })))(
  'the README of $name',
  ({ name, registered }) => {
    const readme = read(`packages/kernel-${name}/README.md`);

    test('says of every rung what it changes and when not to use it, and of no other', () => {
      expect(rungsOf(readme).toSorted()).toEqual(registered.toSorted());
    });

    test('says why the answer is right', () => {
      expect(readme).toContain('\n## Why the answer is right\n');
    });
  },
);

test('no page links to what is not there', () => {
  const pages = globSync(
    ['*.md', '.github/*.md', 'docs/**/*.md', '{suites,dashboard}/*.md', 'packages/*/*.md'],
    {
      cwd: root,
    },
  );
  expect(pages.length).toBeGreaterThan(30);
  const broken = pages.flatMap((page) => {
    const targets = [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(
      ([, target]) => target ?? '',
    );
    const missing = targets.filter((target) => !existsSync(join(root, dirname(page), target)));
    return missing.map((target) => `${page}: ${relative(root, join(root, dirname(page), target))}`);
  });
  expect(broken).toEqual([]);
});
