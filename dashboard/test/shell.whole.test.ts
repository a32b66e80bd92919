// What stays when data or scripts do not come, and when pages and addresses change: the shell around every page.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { addressOf } from '../src/state.ts';
import { turnTo } from './browser.ts';
import { usePages } from './opened.ts';
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

const { opened, fresh } = usePages(() => site.url);

beforeEach(() => {
  ({ page } = opened());
});

test('says that it loads, before the first page and over a page that another will replace', async () => {
  ({ page } = await fresh());
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
  ({ page } = await fresh());
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
  ({ page } = await fresh());
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

test('a page that fails while it is drawn or prepared ends as a sentence, and the others go on', async () => {
  ({ page } = await fresh());
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => {
      throw new Error('no canvas in this browser');
    };
  });
  await page.goto(site.url + addressOf({ page: 'results' }));
  const drawn = page.locator('#page .fault[data-cause="page"]');
  expect(await drawn.textContent()).toMatch(/no canvas in this browser.*The other pages go on/);
  await page.click('#page-glossary');
  await page.waitForSelector('#page dl');
  expect(await page.locator('.fault').count()).toBe(0);
  await page.evaluate(() => Reflect.deleteProperty(Map, 'groupBy'));
  await page.click('#page-sweeps');
  const prepared = page.locator('#notices .fault[data-cause="page"]');
  expect(await prepared.textContent()).toMatch(/The page Sweeps: .*groupBy.*The other pages go on/);
  await page.click('#page-judge');
  await page.waitForSelector('#judge-summary');
});

test('leads back to the results as they were left', async () => {
  const { machine, families } = site.index.machines.find(({ machine: { software } }) => !software)!;
  const family = families.at(-1)!;
  const left = addressOf({ machine: machine.key, family, metric: 'medianNs', scale: 'log' });
  await opened().load(left, '#trend-chart');
  for (const other of ['changes', 'judge']) {
    await page.click(`#page-${other}`);
    await page.waitForSelector(`#page-${other}[aria-current="page"]`);
    await page.waitForSelector('#page:not([hidden]) h2');
  }
  await page.click('#page-results');
  await page.waitForSelector('#trend-chart[data-scale="log"]');
  expect(await page.evaluate(() => location.hash)).toBe(left);
});

const oddAddresses = [
  ['#page=zzz', 'No page “zzz” here; showing Overview.'],
  ['#page=curriculum&track=zzz', 'No track “zzz” here; showing all tracks.'],
  ['#page=curriculum&item=zzz', 'No item “zzz” here.'],
  ['#page=grid&family=zzz', 'No family “zzz” here; showing every family.'],
  ['#page=grid&state=zzz', 'No state “zzz” here; showing every state.'],
  ['#page=grid&since=zzz', '“zzz” is no number of commits to have moved in; showing every series.'],
  ['#page=grid&series=zzz', 'No series “zzz” on this machine to choose.'],
  ['#page=grid&sort=zzz', 'No column “zzz” here to sort by; showing the table’s own order.'],
  ['#family=reduce&hide=zzz', 'No rung “zzz” in reduce to leave out of the trend.'],
  ['#family=reduce&rung=zzz', 'No rung “zzz” in reduce; showing the code of none.'],
  ['#family=reduce&until=0', 'No run “0” of 1 to end the trend at; showing the newest.'],
  ['#family=reduce&scale=zzz', 'No scale “zzz” here; it may be log, linear, fit.'],
] as const;

test('says what an address asks for and is not there, in a sentence each', async () => {
  await opened().go('', '#health');
  for (const [hash, note] of oddAddresses) {
    await turnTo(page, hash, '#page:not([hidden])');
    expect(await page.locator('.note, .hint').allTextContents()).toContain(note);
  }
});

test('brings the items of a chosen track into view and marks the track', async () => {
  await opened().go(addressOf({ page: 'curriculum' }), '#tracks');
  await page.locator('#tracks a').last().click();
  await page.waitForSelector('#tracks .selected a[aria-current="true"]');
  const top = await page.locator('#items').evaluate((items) => items.getBoundingClientRect().top);
  expect(Math.abs(top)).toBeLessThan(60);
});
