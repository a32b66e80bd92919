// A history of more runs than a page of data holds, in a real browser.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { syntheticSha } from '../../../packages/publish/src/synthetic.ts';
import { openPage, sharedBrowser } from '../browser.ts';
import { startSite } from '../site.ts';
import type { Site } from '../site.ts';

const generator = fileURLToPath(new URL('../../../packages/publish/scripts/history.ts', import.meta.url));
const runs = 600;
const pageSize = 256;

let site: Site;
let browser: Browser;
let history: string;
beforeAll(async () => {
  history = await mkdtemp(join(tmpdir(), 'kernel-ladder-long-'));
  await promisify(execFile)(process.execPath, [generator, history, String(runs), '8']);
  [site, browser] = await Promise.all([startSite(inject('builtSite'), history), sharedBrowser()]);
});
afterAll(async () => {
  await site?.close();
  await rm(history, { recursive: true });
});

test('the trend of a case has the runs of the newest pages, which come as files of their own', async () => {
  const [machine] = site.index.machines;
  expect(machine).toMatchObject({ runs, runPages: 3 });
  const { page, complaints } = await openPage(browser);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${site.url}#page=results`);
  await page.waitForSelector('#trend canvas');
  // The last page has few runs, and is shown with the one before it. The head is a row too; only those in view are drawn.
  expect(await page.getAttribute('#history-table', 'aria-rowcount')).toBe(String(runs - pageSize + 1));
  expect(await page.getAttribute('#trend-chart', 'data-columns')).toBe(String(runs - pageSize));
  const family = await site.family(machine!.machine.key, machine!.opening!);
  expect(family.series.every(({ points }) => points.length <= 2)).toBe(true);
  expect(asked.filter((path) => path.includes('/data/cases/'))).toHaveLength(2);
  expect(complaints).toEqual([]);
  await page.close();
});

test('the way to older runs is a link, and where it leads is in the address', async () => {
  const { page, complaints } = await openPage(browser);
  await page.goto(`${site.url}#page=results`);
  await page.waitForSelector('#range:has-text("The trend has runs 257 to 600 of 600.")');
  await page.click('#range-older');
  await page.waitForSelector('#range:has-text("The trend has runs 1 to 256 of 600.")');
  expect(new URL(page.url()).hash).toContain('until=256');
  // And the newest run, which the ladder shows.
  expect(await page.getAttribute('#trend-chart', 'data-columns')).toBe(String(pageSize + 1));
  await page.click('#range-newer');
  await page.waitForSelector('#range:has-text("The trend has runs 257 to 600 of 600.")');
  expect(new URL(page.url()).hash).not.toContain('until');
  expect(complaints).toEqual([]);
  await page.close();
});

test('any commit opens with every series that was known then, and its file alone is asked for', async () => {
  const { page, complaints } = await openPage(browser);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const [commit, place] of [
    [syntheticSha(3), 4],
    [syntheticSha(runs - 1), runs],
  ] as const) {
    await page.goto(`${site.url}#page=commit&commit=${commit}`);
    await page.waitForSelector(`#commit-title code[title="${commit}"]`);
    expect(await page.textContent('main')).toContain(`commit ${place} of ${runs} measured here`);
    expect(await page.textContent('#series [role="status"]')).toBe('8 of 8 series');
  }
  expect(asked.filter((path) => path.includes('/effects-'))).toEqual([
    expect.stringMatching(/effects-0\.json$/),
    expect.stringMatching(/effects-37\.json$/),
  ]);
  await page.goto(`${site.url}#page=commit&commit=zzzz`);
  await page.waitForSelector('#notices .note:has-text("No recorded run of a commit “zzzz”")');
  await page.goto(`${site.url}#page=changes`);
  await page.waitForSelector(`#moving .hint:has-text("of ${runs} measured commits")`);
  expect(complaints).toEqual([]);
  await page.close();
});
