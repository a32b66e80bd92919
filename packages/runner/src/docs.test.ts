// What the documents promise: every name that a package offers is explained where it stands, and no link leads nowhere.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiPages, entriesOf, packagesIn, sourcesIn } from '@kernel-ladder/reports/api';
import { expect, test } from 'vitest';
import { examplesIn, runExamples, settings } from '../fixtures/examples.ts';
import { brokenLinks, pagesIn } from '../fixtures/readmes.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const [packages, sources] = [packagesIn(root), sourcesIn(root)];

test('every exported symbol is documented', () => {
  const all = packages.flatMap((each) =>
    entriesOf(each, sources).flatMap(({ entry, exported }) =>
      exported.map((one) => ({ ...one, from: `${each.name} ${entry}` })),
    ),
  );
  expect(all.length).toBeGreaterThan(1000);
  // What follows from a schema is described there.
  const bare = all.filter(({ doc, path }) => doc === '' && !path.endsWith('.generated.ts'));
  expect(bare.map(({ from, name, path, line }) => `${from} ${name} (${path}:${line})`)).toEqual([]);
});

// A process each, side by side: most of their time is the driver's.
test('every example runs', { timeout: 240_000 }, async () => {
  const shown = pagesIn(root).filter(
    (path) => examplesIn(readFileSync(join(root, path), 'utf8')).length > 0 && !path.startsWith('docs/api/'),
  );
  expect(settings.map(({ document }) => document).toSorted()).toEqual(shown.toSorted());
  await Promise.all(settings.map((setting) => runExamples(root, setting)));
  const broken = {
    document: 'packages/layout/README.md',
    modules: ['@kernel-ladder/layout'],
    before: 'throw new Error("so")',
  };
  await expect(runExamples(root, broken)).rejects.toThrow('so');
});

test('every link leads somewhere', () => {
  expect(pagesIn(root).length).toBeGreaterThan(30);
  expect(brokenLinks(root)).toEqual([]);
  const pages = apiPages(packages, sources);
  const targets = pages.flatMap(({ text }) =>
    [...text.matchAll(/\]\(\.\.\/\.\.\/([^)]+)\)/g)].map(([, path = '']) => path),
  );
  expect(targets.length).toBeGreaterThan(1000);
  expect([...new Set(targets)].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
