// What takes hundreds of runs: they fill more than one page.
import { cpSync, existsSync, globSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fourSites, useMadeSite } from '../../fixtures/made-site.ts';
import { cacheFolder } from './cache.ts';

const site = useMadeSite();
const { root, history, record, publish, files } = site;

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

test('threads make the same site as none', async () => {
  record(40);
  await publish();
  const alone = files();
  // Copies of a run are that run, and the first of them is shown: so many files are worth threads, and say the same.
  const [folder] = globSync('synthetic-*', { cwd: history() });
  for (let copy = 0; copy < 5; copy++)
    for (let at = 0; at < 40; at++) {
      const own = join(history(), folder!, `synthetic-${at}.json`);
      cpSync(own, join(history(), folder!, `z-${at}-${copy}.json`));
    }
  rmSync(join(root(), cacheFolder), { recursive: true });
  await publish();
  expect(files()).toEqual(alone);
  expect(existsSync(join(root(), cacheFolder))).toBe(true);
});
