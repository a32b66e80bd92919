// A history of more runs than a page of data holds, in a real browser.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openPage, startBrowser } from '../browser.ts';
import { startSite } from '../site.ts';
import type { Site } from '../site.ts';

const generator = fileURLToPath(new URL('../../../packages/publish/scripts/history.ts', import.meta.url));
const runs = 300;

let site: Site;
let browser: Browser;
let history: string;
beforeAll(async () => {
  history = await mkdtemp(join(tmpdir(), 'kernel-ladder-long-'));
  await promisify(execFile)(process.execPath, [generator, history, String(runs), '8']);
  [site, browser] = await Promise.all([startSite(inject('builtSite'), history), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await rm(history, { recursive: true });
});

test('the trend of a case has the runs of the newest pages, which come as files of their own', async () => {
  const [machine] = site.index.machines;
  expect(machine).toMatchObject({ runs, runPages: 2 });
  const { page, complaints } = await openPage(browser);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${site.url}#page=results`);
  await page.waitForSelector('#trend canvas');
  // The head is a row too; only those in view are drawn.
  expect(await page.getAttribute('#history-table', 'aria-rowcount')).toBe(String(runs + 1));
  expect(await page.getAttribute('#trend-chart', 'data-columns')).toBe(String(runs));
  const family = await site.family(machine!.machine.key, machine!.opening!);
  expect(family.series.every(({ points }) => points.length <= 2)).toBe(true);
  expect(asked.filter((path) => path.includes('/data/cases/'))).toHaveLength(2);
  for (const address of ['#page=commit', '#page=changes']) {
    await page.goto(site.url + address);
    await page.waitForSelector(
      '#notices .note:has-text("of each series the newest points alone are compared here")',
    );
  }
  await page.goto(`${site.url}#page=commit&commit=zzzz`);
  await page.waitForSelector(
    '#notices .note:has-text("The data of this page does not have a commit “zzzz”")',
  );
  expect(complaints).toEqual([]);
  await page.close();
});
