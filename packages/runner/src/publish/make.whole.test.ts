// What takes hundreds of runs: they fill more than one page.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fourSites, useMadeSite } from '../../fixtures/made-site.ts';

const site = useMadeSite();
const { root, record, publish, files } = site;

test('a site of several pages is the same with a cache, without it, and with one that somebody spoilt', async () => {
  const { first, others } = await fourSites(site, 260);
  expect(others).toEqual([first, first, first]);
}, 180_000);

test('a run more changes the newest page, and no file of an older one is written again', async () => {
  record(260);
  await publish();
  const before = new Map([...files().keys()].map((name) => [name, statSync(join(root(), 'site', name)).ino]));
  record(261, 260);
  const { files: made } = await publish();
  const rewritten = made
    .map(({ name }) => name)
    .filter((name) => before.get(name) !== statSync(join(root(), 'site', name)).ino);
  const pages = rewritten.filter((name) => /^(?:cases|runs)\//.test(name));
  expect(pages.length).toBeGreaterThan(0);
  expect(pages.filter((name) => !/[-]1\.json$/.test(name))).toEqual([]);
});
