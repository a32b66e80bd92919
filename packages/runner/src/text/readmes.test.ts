// What a reader is promised: each family explained rung by rung, and no link into nowhere.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findFamilies } from '../process/families.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** First cells of the tables whose header says when not to use a rung. */
function rungsOf(readme: string): readonly string[] {
  const tables = readme.split(/\n(?!\|)/).filter((block) => /^\| *rung\b.*when not to use it/im.test(block));
  return tables.flatMap((table) => [...table.matchAll(/^\| *`([^`]+)`/gm)].map(([, rung]) => rung ?? ''));
}

/** Rungs with a measured row in the generated write-up of the family. */
function measuredRungs(name: string): readonly string[] {
  const rows = read(`docs/reports/journey-${name}.md`).split('\n');
  return rows.flatMap((row) =>
    [...row.matchAll(/`([a-z0-9-]+)\/([a-z0-9-]+)\/[^`]*`/g)].map((match) => match[2] ?? ''),
  );
}

describe.for(findFamilies(root).map(({ name }) => name))('the README of %s', (name) => {
  const readme = read(`packages/kernel-${name}/README.md`);
  const rungs = rungsOf(readme);
  const measured = [...new Set(measuredRungs(name))];

  test('has a ladder of three rungs or more, of which three or more are measured side by side', () => {
    expect(rungs.length).toBeGreaterThanOrEqual(3);
    expect(measured.length).toBeGreaterThanOrEqual(3);
  });

  test('says of every measured rung what it changes and when not to use it', () => {
    expect(measured.filter((rung) => !rungs.includes(rung))).toEqual([]);
  });

  test('says why the answer is right', () => {
    expect(readme).toContain('\n## Why the answer is right\n');
  });
});

test('the rung that README.md adds is planned as its neighbour is', () => {
  const [, plan] = /^ +(plan: .*tree-unrolled\.wgsl.*),$/m.exec(read('README.md')) ?? [];
  const neighbour = plan?.replace('tree-unrolled', 'tree-interleaved');
  expect(neighbour).toBeTypeOf('string');
  expect(read('packages/kernel-reduce/src/family.ts')).toContain(neighbour);
});

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
