// Every page over a history whose texts try to become markup, in a real browser: nothing runs, nothing breaks out of the page.
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addressOf, pages } from '../../src/state.ts';
import { openPage, startBrowser } from '../browser.ts';
import { hostileHistory, hostileKinds } from '../hostile-history.ts';
import type { HostileHistory } from '../hostile-history.ts';
import { startSite } from '../site.ts';
import type { Site } from '../site.ts';

let history: HostileHistory;
let site: Site;
let browser: Browser;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  history = await hostileHistory();
  [site, browser] = await Promise.all([startSite(inject('builtSite'), history.folder), startBrowser()]);
  ({ page, complaints } = await openPage(browser));
  await page.setViewportSize({ width: 360, height: 800 });
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await rm(history.folder, { recursive: true });
});

async function go(address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(site.url + address);
  await page.waitForSelector('#page:not([hidden]) h2', { state: 'attached' });
  await page.waitForSelector('main[aria-busy="false"]');
}

test.for(hostileKinds)('no text becomes markup or widens a page: machine %s', async (kind) => {
  for (const id of pages) {
    await go(addressOf({ page: id, machine: history.keys[kind] }));
    const seen = await page.evaluate(() => ({
      ran: 'broken' in window,
      elements: document.querySelectorAll('s-hostile, a[href^="javascript" i]').length,
      wide: document.documentElement.scrollWidth,
      // An item of the curriculum speaks of NaN and infinity; as a value either stands alone or before a unit.
      odd: document.body.innerText.match(/undefined|\bNaN\b(?! and )|\[object|native code/g),
    }));
    expect({ id, ...seen }).toEqual({ id, ran: false, elements: 0, wide: 360, odd: null });
  }
  expect(complaints).toEqual([]);
});

test('the feed of a hostile history is well-formed, and has its news', async () => {
  const file = `${site.url}data/feed/${history.keys.judged}.xml`;
  const read = await page.evaluate(async (address) => {
    const document = new DOMParser().parseFromString(await (await fetch(address)).text(), 'application/xml');
    const count = (name: string) => document.querySelectorAll(name).length;
    return { faults: count('parsererror'), hostile: count('s-hostile'), hasNews: count('entry') > 0 };
  }, file);
  expect(read).toEqual({ faults: 0, hostile: 0, hasNews: true });
});

test('compare says that the noise of the machine is missing, and that there is no such machine', async () => {
  const machine = history.keys.judged;
  const file = join(site.data, 'noise', `${machine}.json`);
  await rename(file, `${file}.away`);
  await go(addressOf({ page: 'compare', machine, other: 'nowhere' }));
  const said = await page.textContent('#notices');
  await rename(`${file}.away`, file);
  expect(said).toContain(`Without the noise between runs: there is no data/noise/${machine}.json.`);
  expect(said).toContain('No machine “nowhere” here');
});
