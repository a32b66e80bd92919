// The main paths through the page in a real browser, over whatever runs test/history holds: no test names a value of the data.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { addressOf } from '../src/state.ts';
import { usePages } from './opened.ts';
import { chartOf, hashOf, rungsOf, tableIds } from './results-page.ts';
import { copySite } from './site.ts';
import type { Site } from './site.ts';

let site: Site;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  site = await copySite(inject('sampleSite'));
});

afterAll(async () => {
  await site?.close();
});

const { opened } = usePages(() => site.url);

beforeEach(() => {
  ({ page, complaints } = opened());
});

test('opens on the overview, whose states lead to their series', async () => {
  await opened().go('', '#health');
  await page.click('#health .states a');
  await page.waitForSelector('#grid-table');
  expect(complaints).toEqual([]);
});

test('shows a failed or skipped rung as a reason, never as a number', async () => {
  await open();
  const withoutNumber = page.locator('.rung:not(.passed)');
  expect(await withoutNumber.locator('.rung-value, .rung-fill').count()).toBe(0);
  expect(await withoutNumber.locator('.rung-reason').count()).toBe(await withoutNumber.count());
});

test('opens the same view from a link, and the back button undoes a choice', async () => {
  const link = '#metric=medianNs&scale=log&sort=-medianNs';
  await open(link);
  expect(await chartOf(page)).toMatchObject({ metric: 'medianNs', scale: 'log' });
  await page.click('#scale-log');
  await page.waitForSelector('#trend-chart[data-scale="linear"]');
  await page.goBack();
  await page.waitForSelector('#trend-chart[data-scale="log"]');
  expect(await hashOf(page)).toBe(link);
  expect(await page.getAttribute('th[data-column="medianNs"]', 'aria-sort')).toBe('descending');
});

test('says so when a link names what is not there', async () => {
  await open(addressOf({ page: 'results', machine: 'no-such-machine' }));
  expect(await page.textContent('#notices')).toContain('no-such-machine');
  expect(await rungsOf(page)).not.toEqual([]);
});

test('sorts the table from the keyboard and keeps the focus on the header', async () => {
  await open();
  const before = await tableIds(page);
  await page.focus('#sort-variant');
  await page.keyboard.press('Enter');
  await page.waitForSelector('th[data-column="variant"][aria-sort="ascending"]');
  const names = await page.locator('#latest-table tbody th .name').allTextContents();
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })));
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('sort-variant');
  await page.keyboard.press('Enter');
  await page.waitForSelector('th[data-column="variant"][aria-sort="descending"]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('th[data-column="variant"][aria-sort="none"]');
  expect(await tableIds(page)).toEqual(before);
});

test('names file and pointer of a malformed family and keeps the rest', async () => {
  const [{ machine, families } = raise()] = site.index.machines;
  const file = join(site.data, machine.key, `${families[0]}.json`);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/"status":\s*"\w+"/, '"status": "splendid"'));
  await opened().load(`#machine=${machine.key}&family=${families[0]}`, '.fault');
  const fault = await page.textContent('.fault');
  await writeFile(file, text);
  expect(fault).toMatch(`data/${machine.key}/${families[0]}.json: /series/`);
  expect(await page.textContent('#machine')).toContain(machine.adapter.name);
  expect(await page.isVisible('#views')).toBe(false);
});

test('tells how to get results where there are none', async () => {
  await rename(site.data, `${site.data}-away`);
  await opened().load('', '.empty');
  const message = await page.textContent('.empty');
  await rename(`${site.data}-away`, site.data);
  expect(message).toContain('Run pnpm bench, then pnpm dashboard.');
});

async function open(address = addressOf({ page: 'results' })): Promise<void> {
  await opened().go(address, '#trend-chart');
}

function raise(): never {
  throw new Error('test/history has no machine');
}
