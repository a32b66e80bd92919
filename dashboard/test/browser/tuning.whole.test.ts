// The page of searches in a real browser: a made-up table on the machine of a recorded run.
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addressOf } from '../../src/state.ts';
import { sampleSearch, sampleTable } from '../../src/testing-tuned.ts';
import { openPage, sharedBrowser } from '../browser.ts';
import { recordedHistory } from '../history.ts';
import { readSite, startSite } from '../site.ts';
import type { Site } from '../site.ts';
import { violations } from './axe.ts';
import { cutTexts, resize } from './looks.ts';
import { unexplained } from './prose.ts';

let site: Site;
let browser: Browser;
let tables: string;
const [key = ''] = globSync('nvidia-*/*.json', { cwd: recordedHistory }).map(dirname);

beforeAll(async () => {
  tables = await mkdtemp(join(tmpdir(), 'kernel-ladder-tables-'));
  await mkdir(join(tables, 'reduce'));
  await writeFile(join(tables, 'reduce', `${key}.json`), JSON.stringify(sampleTable(key, 'reduce')));
  [site, browser] = await Promise.all([
    startSite(inject('builtSite'), recordedHistory, tables),
    sharedBrowser(),
  ]);
});
afterAll(async () => {
  await site?.close();
  await rm(tables, { recursive: true });
});

const cells = '#heat tbody td';

test('draws the search over two parameters, says what plans take, and keeps a choice in the address', async () => {
  const { page, complaints } = await openPage(browser);
  await page.goto(`${site.url}${addressOf({ page: 'tuning', machine: key })}`);
  await page.waitForSelector('#heat');
  expect(await page.textContent('#search-title')).toBe(
    'Time of reduce/blocked over tile and band, n=1000,f32',
  );
  expect(await page.locator(cells).count()).toBe(9);
  expect(await page.locator('#heat td.taken').allTextContents()).toEqual(['1.000 µsplans take it']);
  expect(await page.textContent('#heat tbody tr:last-child td:last-child')).toBe(
    '—2 over a limit of the device',
  );
  expect(await page.locator('#combinations-table tbody tr').count()).toBe(18);
  await page.selectOption('#pick-up', 'order');
  await page.waitForSelector('#search-title:has-text("over order and band")');
  await page.selectOption('#pick-across', 'tile');
  await page.waitForSelector('#search-title:has-text("over order and tile")');
  expect(page.url()).toContain('across=tile');
  const shown = await page.locator(cells).allTextContents();
  await page.reload();
  await page.waitForSelector('#heat');
  expect(await page.locator(cells).allTextContents()).toEqual(shown);
  expect(complaints).toEqual([]);
});

test('is reached and sorted from the keyboard, and its file has every combination', async () => {
  const { page } = await openPage(browser);
  await page.goto(`${site.url}${addressOf({ page: 'tuning', machine: key })}`);
  await page.waitForSelector('#heat');
  await page.focus('[aria-label="Heat map"]');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Heat map');
  await page.focus('#combinations-table th[data-column="time"] button');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.includes('sort=time'));
  await expect
    .poll(() => page.textContent('#combinations-table tbody tr'))
    .toContain('tile=32 band=2 order=rows');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#combinations-csv')]);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toBe('tile,band,order,"time, ns",over the best,rounds,outcome,why,plans take it,usual');
  expect(lines).toHaveLength(19);
  expect(lines).toContain('32,2,rows,1000,1,2,timed,,yes,');
});

test('fits and reads at every width, light and dark', async () => {
  const { page, complaints } = await openPage(browser);
  await page.goto(`${site.url}${addressOf({ page: 'tuning', machine: key })}`);
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [2560, 'light'],
  ] as const) {
    await resize(page, width);
    await page.emulateMedia({ colorScheme });
    await page.waitForSelector('#heat');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await cutTexts(page)).toEqual([]);
  }
  expect(await violations(page)).toEqual([]);
  expect(await unexplained(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('at 360 pixels nothing of a recorded search is cut off', async () => {
  const recorded = await readSite(inject('recordedSite'));
  const { page, complaints } = await openPage(browser);
  await page.setViewportSize({ width: 360, height: 800 });
  const tuned = recorded.index.machines.flatMap(({ machine, tuned: families = [] }) =>
    families.map((family) => ({ machine: machine.key, family })),
  );
  expect(tuned.length).toBeGreaterThan(0);
  for (const each of tuned) {
    await page.goto(`${recorded.url}${addressOf({ page: 'tuning', ...each })}`);
    await page.waitForSelector(`#tuned-title:has-text("${each.family}")`);
    expect(await cutTexts(page)).toEqual([]);
  }
  expect(complaints).toEqual([]);
});

test('says what an address asks for and is not there', async () => {
  const { page } = await openPage(browser);
  await page.goto(`${site.url}${addressOf({ page: 'tuning', machine: key, family: 'gemm', up: 'depth' })}`);
  await page.waitForSelector('#heat');
  const notices = await page.textContent('#notices');
  expect(notices).toContain('Nothing of “gemm” was tuned on this machine; showing reduce.');
  expect(notices).toContain('No parameter “depth” with two values in this search; showing another.');
  expect(await page.textContent('#tuned-table')).toContain(sampleSearch.class);
});
