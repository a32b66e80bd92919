// What takes hundreds of runs: they fill more than one page.
import { cpSync, existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fourSites, useMadeSite } from '../../fixtures/made-site.ts';
import { cacheFolder } from './cache.ts';

const site = useMadeSite();
const { root, history, record, publish, files } = site;

test('a site of several pages is the same with a cache, without it, and with one that somebody spoilt', async () => {
  const { first, others } = await fourSites(site, 260);
  expect(others).toEqual([first, first, first]);
});

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

test('a run more, and of all others nothing is read: neither their files, nor those of the site', async () => {
  record(260);
  await publish();
  record(261, 260);
  const bytes = await bytesRead(publish);
  const cache = join(root(), cacheFolder);
  for (const name of globSync('*/{listings,written}', { cwd: cache }))
    rmSync(join(cache, name), { recursive: true });
  record(262, 261);
  const withoutListing = await bytesRead(publish);
  const unread = [history(), join(root(), 'site')].reduce((sum, folder) => sum + sizeOf(folder), 0);
  expect(withoutListing - bytes).toBeGreaterThan(0.9 * unread);
});

test('a file of the site that somebody has changed is written again, and a run with another text is read', async () => {
  record(40);
  await publish();
  const before = files();
  const [name] = [...before.keys()].filter((each) => each.startsWith('grid/'));
  writeFileSync(join(root(), 'site', name!), '{}');
  await publish();
  expect(files().get(name!)).toBe(before.get(name!));
  const [run] = globSync('synthetic-*/synthetic-39.json', { cwd: history() });
  const text = readFileSync(join(history(), run!), 'utf8');
  writeFileSync(join(history(), run!), text.replace('Synthetic commit 39', 'Synthetic commit XX'));
  await publish();
  expect(files().get(name!)).toContain('Synthetic commit XX');
});

test('where the texts of a page are spoilt, the next publish has them again', async () => {
  record(260);
  await publish();
  const before = files();
  const cache = join(root(), cacheFolder);
  for (const name of globSync('*/pages/*.cases', { cwd: cache })) writeFileSync(join(cache, name), 'spoilt');
  rmSync(join(root(), 'site'), { recursive: true });
  await expect(publish()).rejects.toThrow('publish again');
  await publish();
  expect(files()).toEqual(before);
});

// As Linux counts what all threads read; no other system does.
const counts = '/proc/self/io';

async function bytesRead(act: () => Promise<unknown>): Promise<number> {
  const before = bytesSoFar();
  await act();
  return bytesSoFar() - before;
}

function bytesSoFar(): number {
  return Number(/^rchar: (\d+)/m.exec(readFileSync(counts, 'utf8'))?.[1]);
}

function sizeOf(folder: string): number {
  return globSync('**/*.json', { cwd: folder }).reduce(
    (sum, name) => sum + statSync(join(folder, name)).size,
    0,
  );
}

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
