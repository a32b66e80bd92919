// The site without what it usually has: storage, data, scripts, its own colours.
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addressOf, pages } from '../src/state.ts';
import { openPage, sharedBrowser, turnTo } from './browser.ts';
import { copySite } from './site.ts';
import type { Site } from './site.ts';

let site: Site;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([copySite(inject('sampleSite')), sharedBrowser()]);
});

afterAll(async () => {
  await site?.close();
});

test('without storage every page works, a theme lasts for the visit, and the page says so', async () => {
  const { page, complaints } = await openPage(browser);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  });
  await page.goto(site.url);
  await page.waitForSelector('#health');
  for (const id of pages) {
    const content = id === 'results' ? '#trend-chart' : '#page:not([hidden]) h2';
    await turnTo(page, addressOf({ page: id }), content);
  }
  await page.click('#theme');
  await page.waitForSelector('html[data-theme="dark"]');
  await page.waitForSelector('#notices .note:has-text("keeps nothing for this site")');
  await page.click('#page-results');
  await page.waitForSelector('#trend-chart');
  expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
  expect(complaints).toEqual([]);
  await page.close();
});

test('without an index every page says how to get results', async () => {
  const { page } = await openPage(browser);
  const [index, away] = ['index.json', 'away.json'].map((name) => join(site.data, name));
  await rename(index!, away!);
  await page.goto(site.url);
  const said: Record<string, string | null> = {};
  for (const id of pages) {
    await turnTo(page, addressOf({ page: id }), '#notices .empty');
    said[id] = await page.textContent('#notices .empty');
  }
  await rename(away!, index!);
  const empty = expect.stringContaining('Run pnpm bench, then pnpm dashboard.');
  expect(said).toEqual(Object.fromEntries(pages.map((id) => [id, empty])));
  await page.close();
});

test('without scripts the page says what is missing and where the data is, and does not seem to load', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site.url);
  expect(await page.isVisible('.no-script')).toBe(true);
  expect(await page.innerText('body')).toMatch(/JavaScript, which is off here.*data\/index\.json/s);
  expect(await page.isVisible('.loading')).toBe(false);
  await context.close();
});

test.for(['light', 'dark'] as const)(
  'with a reader’s own colours over %s what a colour says stays told apart',
  async (colorScheme) => {
    const page = await browser.newPage({ forcedColors: 'active', colorScheme });
    await page.goto(site.url + addressOf({ page: 'results' }));
    await page.waitForSelector('#trend-chart');
    const grounds = await page.evaluate(() =>
      [
        '.plot',
        '.rung-fill',
        '.rung-track',
        '.legend .swatch',
        '.pages a[aria-current]',
        '.pages a:not([aria-current])',
      ].map((selector) => {
        const style = getComputedStyle(document.querySelector(selector)!);
        return { ground: style.backgroundColor, ink: style.color, outline: style.outlineStyle };
      }),
    );
    const [plot, fill, track, swatch, current, other] = grounds;
    // A chart keeps the ground that its lines were chosen for.
    const surface = { light: 'rgb(255, 255, 255)', dark: 'rgb(25, 28, 31)' };
    expect(plot?.ground).toBe(surface[colorScheme]);
    expect(fill?.ground).not.toBe(track?.ground);
    expect(swatch?.ground).not.toBe(plot?.ground);
    expect([current?.outline, other?.outline]).toEqual(['solid', 'none']);
    await page.close();
  },
);
