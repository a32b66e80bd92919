// What stays when data or scripts do not come, and when pages and addresses change: the shell around every page.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { addressOf } from '../src/state.ts';
import { openPage, startBrowser } from './browser.ts';
import { startSite } from './site.ts';
import type { Site } from './site.ts';

let site: Site;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(inject('builtSite')), startBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

beforeEach(async () => {
  ({ page } = await openPage(browser));
});

afterEach(async () => {
  await page.close();
});

test('says that it loads, before the first page and over a page that another will replace', async () => {
  let gate = Promise.withResolvers<void>();
  await page.route('**/data/**', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto(site.url + addressOf({ page: 'results' }));
  await page.waitForSelector('main[aria-busy="true"] .loading:visible');
  gate.resolve();
  await page.waitForSelector('main[aria-busy="false"] #trend-chart');
  expect(await page.isVisible('.loading')).toBe(false);
  const heading = await page.textContent('#ladder h2');
  const { families } = site.index.machines.find(({ machine }) => !machine.software)!;
  const other = families.find((family) => !heading?.startsWith(family))!;
  gate = Promise.withResolvers();
  await page.selectOption('#pick-family', other);
  await page.waitForSelector('main[aria-busy="true"] .loading:visible');
  expect(await page.textContent('#ladder h2')).toBe(heading);
  await page.waitForFunction(() => Number(getComputedStyle(document.querySelector('#page')!).opacity) < 0.5);
  gate.resolve();
  await page.waitForSelector(`main[aria-busy="false"] #latest h2:has-text("Latest results of ${other}")`);
});

test('tells a file that does not come from one that cannot be read, and loads again', async () => {
  await page.route('**/data/judgement/**', (route) => route.abort());
  await page.goto(site.url + addressOf({ page: 'changes' }));
  await page.waitForSelector('#notices .fault[data-cause="network"]');
  await page.unroute('**/data/judgement/**');
  // A failure is not kept: another page and back is enough.
  await page.click('#page-judge');
  await page.waitForSelector('#judge-summary');
  await page.click('#page-changes');
  await page.waitForSelector('#changes');
  await page.route('**/data/quality.json', (route) => route.fulfill({ json: {} }));
  await page.goto('about:blank');
  await page.goto(site.url + addressOf({ page: 'judge' }));
  expect(await page.textContent('#page .fault[data-cause="content"]')).toContain('data/quality.json: /');
  await page.unroute('**/data/quality.json');
  await page.click('.fault .retry');
  await page.waitForSelector('#judge-summary');
});

test('says that a page’s script did not come, and gets it by a retry', async () => {
  await page.goto(site.url);
  await page.waitForSelector('#health');
  await page.route('**/assets/curriculum-*', (route) => route.abort());
  await page.click('#page-curriculum');
  await page.waitForSelector('#notices .fault[data-cause="network"]');
  expect(await page.textContent('#notices')).toContain('Curriculum');
  await page.unroute('**/assets/curriculum-*');
  await page.click('.fault .retry');
  await page.waitForSelector('#tracks');
});

test('leads back to the results as they were left', async () => {
  const { machine, families } = site.index.machines.find(({ machine: { software } }) => !software)!;
  const family = families.at(-1)!;
  const left = addressOf({ machine: machine.key, family, metric: 'medianNs', scale: 'log' });
  await page.goto(site.url + left);
  await page.waitForSelector('#trend-chart');
  for (const other of ['changes', 'judge']) {
    await page.click(`#page-${other}`);
    await page.waitForSelector(`#page-${other}[aria-current="page"]`);
    await page.waitForSelector('#page:not([hidden]) h2');
  }
  await page.click('#page-results');
  await page.waitForSelector('#trend-chart[data-scale="log"]');
  expect(await page.evaluate(() => location.hash)).toBe(left);
});

test.for([
  ['#page=zzz', 'No page “zzz” here; showing Overview.'],
  ['#page=curriculum&track=zzz', 'No track “zzz” here; showing all tracks.'],
  ['#page=curriculum&item=zzz', 'No item “zzz” here.'],
] as const)('says of %s what is not there', async ([hash, note]) => {
  await page.goto(site.url + hash);
  await page.waitForSelector('main[aria-busy="false"]');
  expect(await page.locator('#notices .note').allTextContents()).toContain(note);
});

test('brings the items of a chosen track into view and marks the track', async () => {
  await page.goto(site.url + addressOf({ page: 'curriculum' }));
  await page.locator('#tracks a').last().click();
  await page.waitForSelector('#tracks .selected a[aria-current="true"]');
  const top = await page.locator('#items').evaluate((items) => items.getBoundingClientRect().top);
  expect(Math.abs(top)).toBeLessThan(60);
});
