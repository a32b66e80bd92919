// The results page in a real browser, through all that there is to choose.
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addressOf } from '../src/state.ts';
import { resize } from './browser/looks.ts';
import { usePages } from './opened.ts';
import { holdsMachine } from './results-page.ts';
import { copySite } from './site.ts';
import type { Site } from './site.ts';

let site: Site;

beforeAll(async () => {
  site = await copySite(inject('sampleSite'));
});

afterAll(async () => {
  await site?.close();
});

const { opened } = usePages(() => site.url);

test('every machine, family, case and metric has its address, heading, ladder, trend and table', async () => {
  const { page, complaints, go } = opened();
  await go(addressOf({ page: 'results' }), '#trend-chart');
  for (const each of site.index.machines) await holdsMachine(page, site, each);
  expect(complaints).toEqual([]);
});

test.for([768, 1600])('has no sideways scroll at %d pixels', async (width) => {
  const { page, go } = opened();
  await resize(page, width);
  await go(addressOf({ page: 'results' }), '#trend-chart');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});
