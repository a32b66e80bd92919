// Every page over a history whose texts try to become markup, in a real browser: nothing runs, nothing breaks out of the page.
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSiteCommits, parseSiteGrid } from '@kernel-ladder/schema';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addressOf, pages } from '../../src/state.ts';
import { openPage, sharedBrowser, turnTo } from '../browser.ts';
import { hostileHistory, hostileKinds } from '../hostile-history.ts';
import { hostileText } from '../hostile-results.ts';
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
  [site, browser] = await Promise.all([startSite(inject('builtSite'), history.folder), sharedBrowser()]);
  await spoilBeside();
  ({ page, complaints } = await openPage(browser));
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(site.url);
  await page.waitForSelector('#health');
});

afterAll(async () => {
  await site?.close();
  await rm(history.folder, { recursive: true });
});

/** What the runs do not bring: who acknowledged a change, and where the repository is read. */
async function spoilBeside(): Promise<void> {
  const { judged } = history.keys;
  const commits = await site.file(`commits/${judged}.json`, parseSiteCommits);
  const ids = (await site.file(`grid/${judged}.json`, parseSiteGrid)).rows.map(({ id }) => id);
  const issue = `https://example.org/"'><s-hostile>javascript:window.broken=1`;
  const texts = { id: hostileText, commit: 'abcdef0', reason: hostileText, by: hostileText, issue };
  const acknowledged = [{ ...texts, commits: commits.map(({ commit }) => commit.sha), ids, isOfUse: true }];
  const files = {
    [`acknowledged/${judged}.json`]: { schemaVersion: 1, machineKey: judged, acknowledged },
    'index.json': {
      ...site.index,
      repository: 'https://example.org/a?b&amp;{{1}}#javascript:window.broken=1',
    },
  };
  for (const [name, value] of Object.entries(files))
    await writeFile(join(site.data, name), JSON.stringify(value));
}

const go = (address: string) => turnTo(page, address, '#page:not([hidden])');

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
  // What was loaded is kept for the visit.
  await page.reload();
  await go(addressOf({ page: 'compare', machine, other: 'nowhere' }));
  const said = await page.textContent('#notices');
  await rename(`${file}.away`, file);
  expect(said).toContain(`Without the noise between runs: there is no data/noise/${machine}.json.`);
  expect(said).toContain('No machine “nowhere” here');
});
