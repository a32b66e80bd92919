// The results page in a real browser, through all that there is to choose: no test names a value of the data.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { latestOf } from '../src/model/latest.ts';
import { addressOf, formatHash, parseHash } from '../src/state.ts';
import { resize } from './browser/looks.ts';
import { usePages } from './opened.ts';
import { chartOf, hashOf, holdsMachine, tableIds } from './results-page.ts';
import { copySite } from './site.ts';
import type { Site } from './site.ts';

let site: Site;
let page: Page;

beforeAll(async () => {
  site = await copySite(inject('sampleSite'));
});

afterAll(async () => {
  await site?.close();
});

const { opened } = usePages(() => site.url);

beforeEach(() => {
  ({ page } = opened());
});

test('every machine, family, case and metric has its address, heading, ladder, trend and table', async () => {
  await open();
  for (const each of site.index.machines) await holdsMachine(page, site, each);
  expect(opened().complaints).toEqual([]);
});

test.for([360, 768, 1600])('has no sideways scroll at %d pixels', async (width) => {
  await resize(page, width);
  await open();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});

test('has the chosen case in the table, or all of them under headings', async () => {
  await open();
  const [key, name, chosen] = await Promise.all(
    ['machine', 'family', 'case'].map((menu) => page.inputValue(`#pick-${menu}`)),
  );
  const family = await site.family(key!, name!);
  const { software } = site.index.machines.find(({ machine }) => machine.key === key)!.machine;
  const rows = latestOf(family, { software, breaking: new Set() });
  const cases = [...new Set(rows.map((row) => row.case))];
  expect(cases.length).toBeGreaterThan(1);
  await page.click('#all-cases');
  await page.waitForSelector('#all-cases[aria-pressed="true"]');
  expect(await tableIds(page)).toEqual(rows.map(({ id }) => id));
  expect(await page.locator('#latest-table tr.case').allTextContents()).toEqual(cases);
  expect(await page.locator('#latest-table tr.case.selected').allTextContents()).toEqual([chosen]);
  await page.click('#sort-medianNs');
  await page.waitForSelector('th[data-column="medianNs"][aria-sort="ascending"]');
  expect(await page.locator('#latest-table tr.case').count()).toBe(0);
});

test('takes a variant out of the trend and puts it back', async () => {
  await open();
  const { variants } = await chartOf(page);
  const [first] = variants!.split(',');
  await page.click(`#line-${first}`);
  await page.waitForSelector(`#line-${first}[aria-pressed="false"]`);
  expect((await chartOf(page)).variants).toBe(variants!.split(',').slice(1).join(','));
  await page.click(`#line-${first}`);
  await page.waitForSelector(`#line-${first}[aria-pressed="true"]`);
});

test('says that every variant is hidden rather than draw axes of nothing, and shows them again', async () => {
  await open();
  const { variants } = await chartOf(page);
  await page.goto(
    `${site.url}${formatHash({ ...parseHash(await hashOf(page)), hidden: variants!.split(',') })}`,
  );
  await page.waitForSelector('.empty-plot');
  expect(await page.locator('#trend-chart').count()).toBe(0);
  await page.click('#show-all');
  await page.waitForSelector('#trend-chart');
  expect((await chartOf(page)).variants).toBe(variants);
});

test('follows the system’s colours until the reader chooses, and remembers the choice', async () => {
  await open();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForSelector('html[data-theme="dark"]');
  expect(await background()).not.toBe(light);
  await page.click('#theme');
  await page.waitForSelector('html[data-theme="light"]');
  await page.reload();
  await page.waitForSelector('#trend-chart');
  expect(await background()).toBe(light);
});

async function open(): Promise<void> {
  await opened().go(addressOf({ page: 'results' }), '#trend-chart');
}
