// What the documents promise: every name that a package offers is explained where it stands, and no link leads nowhere.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiPages, entriesOf, packagesIn, sourcesIn } from '@kernel-ladder/reports/api';
import { expect, test } from 'vitest';
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
