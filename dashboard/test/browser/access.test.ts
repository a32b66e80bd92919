// Every page held against the rules of axe, in both themes, over the recorded history.
import { source } from 'axe-core';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addressOf, pages } from '../../src/state.ts';
import { useRecordedSite } from './recorded.ts';

const { opened } = useRecordedSite();
const drawn = '#main[aria-busy="false"] :is(h2, canvas)';

/** What axe finds that is moderate, serious or critical: the rule and where. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(source);
  const { violations: found } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  );
  return found
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

const views = pages.flatMap((page) => (['light', 'dark'] as const).map((theme) => [page, theme] as const));

test.for(views)('%s in %s has nothing that shuts a reader out', async ([id, theme]) => {
  const { page, go } = opened();
  await page.emulateMedia({ colorScheme: theme });
  await go(addressOf({ page: id }), drawn);
  expect(await violations(page)).toEqual([]);
});

test('axe sees what shuts a reader out', async () => {
  const { page, go } = opened();
  await go(addressOf({ page: 'glossary' }), drawn);
  await page.evaluate(() => document.documentElement.removeAttribute('lang'));
  expect(await violations(page)).toEqual([expect.stringContaining('html-has-lang')]);
});
