// The strip of the page that opens first, commit by commit, and that page on a telephone.
import { effectsPage, parseSiteCommits, parseSiteEffects, parseSiteOverview } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { commitWords } from '../../src/model/deeds.ts';
import { effectsAt } from '../../src/model/effects.ts';
import { measuredOf } from '../../src/model/measured.ts';
import { addressOf } from '../../src/state.ts';
import { resize } from './looks.ts';
import { hardwareOf, useRecordedSite } from './recorded.ts';

const { site, opened } = useRecordedSite();

// By commits.whole.test.ts the page of each commit says the same.
test('the strip says of every commit what the files of the commits say', async () => {
  const { page, go } = opened();
  const { machine } = hardwareOf(site());
  const overview = await site().file(`overview/${machine.key}.json`, parseSiteOverview);
  const measured = measuredOf(await site().file(`commits/${machine.key}.json`, parseSiteCommits));
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(measured.length / effectsPage) }, (_, at) =>
      site().file(`commits/${machine.key}/effects-${at}.json`, parseSiteEffects),
    ),
  );
  expect(measured.length).toBeGreaterThan(10);
  expect(
    overview.commits
      .filter(({ alone }) => alone !== true)
      .map(({ sha, counts, interrupted = 0 }) => [sha, counts, interrupted]),
  ).toEqual(
    measured.map(({ commit, counts, place, interrupted }) => [
      commit.sha,
      {
        slower: counts.slower,
        faster: counts.faster,
        failing: counts.failing,
        new: counts.new,
        gone: counts.gone,
        timed: effectsAt(pages[Math.floor(place / effectsPage)]!, place).filter(
          ({ afterNs }) => afterNs !== null,
        ).length,
      },
      interrupted,
    ]),
  );
  await go('', '#strip');
  const cells = page.locator('#strip .strip a');
  expect(await cells.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))).toEqual(
    overview.commits.slice(-overview.newest).map(commitWords),
  );
});

test('a cell of the strip leads to its commit', async () => {
  const { page, go } = opened();
  await go('', '#strip');
  await page.locator('#strip a[href*="8635eb1c"]').click();
  await page.waitForSelector('#commit-title');
  expect(await page.textContent('#commit-title')).toMatch(/^8635eb1c /);
});

test('at 360 pixels nothing reaches beyond the window, and the theme is that of the reader', async () => {
  const { page, go } = opened();
  await resize(page, 360);
  await page.emulateMedia({ colorScheme: 'dark' });
  await go(addressOf({ page: 'overview' }), '#machines');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
});
