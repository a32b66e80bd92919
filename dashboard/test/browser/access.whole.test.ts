// Every page over the recorded history, at the widths of a telephone, a tablet, a desk and a wall, in both themes: nothing moves, nothing is cut off, nothing breaks
// the policy, each word of the glossary is explained where it first stands, and the rules of axe hold; a commit is a link. Four visits a page serve all of it.
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { addressOf, pages } from '../../src/state.ts';
import type { PageId } from '../../src/state.ts';
import type { Opened } from '../opened.ts';
import { violations } from './axe.ts';
import { bareCommits, cutTexts, smallTargets, watchShifts } from './looks.ts';
import { unexplained } from './prose.ts';
import { measuredCommits, useRecordedSite } from './recorded.ts';

const { site, opened, fresh, open } = useRecordedSite();
const drawn = '#main[aria-busy="false"] :is(h2, canvas)';

// Reports are the words of others, and the glossary is what the others lead to.
const wordless: ReadonlySet<PageId> = new Set(['reports', 'glossary']);

/** Files that come one by one, late. */
async function slowly(page: Page): Promise<void> {
  await page.route('**/data/**', async (route) => {
    await new Promise((done) => setTimeout(done, 40));
    await route.continue();
  });
}

/** How far the link of the page lies outside of the row of links, in pixels. */
function outOfView(page: Page): Promise<number> {
  return page.locator('#pages').evaluate((row) => {
    const link = row.querySelector('[aria-current]')?.getBoundingClientRect();
    const room = row.getBoundingClientRect();
    return link ? Math.max(0, room.left - link.left, link.right - room.right) : Number.NaN;
  });
}

/** A page for all visits of this file, which scores what moves, and whose files are late. */
let visited: (Opened & { readonly shifted: () => Promise<number> }) | undefined;

async function visit() {
  if (visited) return visited;
  const slow = await open();
  const shifted = await watchShifts(slow.page);
  await slowly(slow.page);
  return (visited = { ...slow, shifted });
}

afterAll(async () => {
  await visited?.page.close();
});

test.for(pages)('%s moves nothing while it loads, cuts off nothing, and shuts no reader out', async (id) => {
  const { page, complaints, load, shifted } = await visit();
  const before = complaints.length;
  await page.setViewportSize({ width: 360, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  await load(addressOf({ page: id }), drawn);
  expect.soft(await shifted()).toBeLessThan(0.1);
  expect.soft(await cutTexts(page)).toEqual([]);
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect.soft(await outOfView(page)).toBe(0);
  expect.soft(await smallTargets(page)).toEqual([]);
  for (const width of [2560, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.reload();
    await page.waitForSelector(drawn);
    expect.soft([width, (await shifted()) < 0.1]).toEqual([width, true]);
  }
  expect.soft(await smallTargets(page)).toEqual([]);
  expect.soft(await bareCommits(page, await measuredCommits(site()))).toEqual([]);
  const terms = await page.locator('.term').count();
  const lacking = wordless.has(id) ? [] : await unexplained(page);
  expect.soft([lacking, terms > 0 || wordless.has(id)]).toEqual([[], true]);
  // The browser reports each breach of the policy on the console.
  expect.soft(complaints.slice(before)).toEqual([]);
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForSelector(`html[data-theme="dark"] ${drawn}`);
  // Only colours are others.
  expect.soft([light, await violations(page, ['color-contrast'])]).toEqual([[], []]);
});

test('axe sees what shuts a reader out, and what is too pale', async () => {
  const { page, go } = await fresh();
  await go(addressOf({ page: 'glossary' }), drawn);
  await page.evaluate(() => {
    document.documentElement.removeAttribute('lang');
    document.querySelector<HTMLElement>('h2')!.style.color = 'rgb(200, 200, 200)';
  });
  expect(await violations(page)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('html-has-lang'),
      expect.stringContaining('color-contrast'),
    ]),
  );
  expect(await violations(page, ['color-contrast'])).toEqual([expect.stringContaining('color-contrast')]);
});

test('a link that is out of view is found', async () => {
  const { page, go } = opened();
  await page.setViewportSize({ width: 360, height: 800 });
  await go(addressOf({ page: 'glossary' }), drawn);
  await page.locator('#pages').evaluate((row) => row.scrollTo(0, 0));
  expect(await outOfView(page)).toBeGreaterThan(0);
});
