// Every page held against the rules of axe, in both themes, over the recorded history.
import { expect, test } from 'vitest';
import { addressOf, pages } from '../../src/state.ts';
import { violations } from './axe.ts';
import { useRecordedSite } from './recorded.ts';

const { opened } = useRecordedSite();
const drawn = '#main[aria-busy="false"] :is(h2, canvas)';

test.for(pages)('%s in light and in dark has nothing that shuts a reader out', async (id) => {
  const { page, go } = opened();
  await go(addressOf({ page: id }), drawn);
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForSelector(`html[data-theme="dark"] ${drawn}`);
  expect([light, await violations(page)]).toEqual([[], []]);
});

test('axe sees what shuts a reader out', async () => {
  const { page, go } = opened();
  await go(addressOf({ page: 'glossary' }), drawn);
  await page.evaluate(() => document.documentElement.removeAttribute('lang'));
  expect(await violations(page)).toEqual([expect.stringContaining('html-has-lang')]);
});
