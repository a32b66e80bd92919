// The page that opens first, in a real browser, over the recorded history: also its strip, commit by commit, and on a telephone.
import { gzipSync } from 'node:zlib';
import { effectsPage, parseSiteCommits, parseSiteEffects, parseSiteOverview } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { commitWords } from '../../src/model/deeds.ts';
import { effectsAt } from '../../src/model/effects.ts';
import { measuredOf } from '../../src/model/measured.ts';
import { newestTimed } from '../../src/model/newest.ts';
import { addressOf } from '../../src/state.ts';
import { resize } from './looks.ts';
import { hardwareOf, useRecordedSite } from './recorded.ts';

const { site, opened, fresh } = useRecordedSite();

async function recorded() {
  const { machine, families } = hardwareOf(site());
  const [overview, ...files] = await Promise.all([
    site().file(`overview/${machine.key}.json`, parseSiteOverview),
    ...families.map((name) => site().family(machine.key, name)),
  ]);
  return { overview, files, machine };
}

test('opens without an address, says whether anything is wrong, and takes at most 300 kB compressed', async () => {
  const { page, complaints, go } = await fresh();
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => bodies.push(response.body()));
  await go('', '#health');
  await page.waitForLoadState('networkidle');
  const { overview } = await recorded();
  const said = await page
    .locator('#health .states li')
    .evaluateAll((items) =>
      items.map((item) => [
        item.dataset['state'],
        Number(item.querySelector('b')?.textContent?.replaceAll(',', '')),
      ]),
    );
  for (const { state, series } of overview.states) expect(said).toContainEqual([state, series]);
  const all = overview.states.reduce((sum, { series }) => sum + series, 0);
  expect(said.at(-1)).toEqual(['series', all]);
  expect(all).toBe(hardwareOf(site()).series);
  const packed = (await Promise.all(bodies)).map((body) => gzipSync(body).length);
  expect(packed.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(300_000);
  expect(complaints).toEqual([]);
});

test('a headline is the fastest sound rung of its case, with the time that the family’s file has', async () => {
  const { page, go } = opened();
  const { overview, files } = await recorded();
  for (const { id, family, case: name, dtype, ns } of overview.headlines) {
    const own = files.find((file) => file.family === family)!;
    const times = own.series
      .filter((one) => one.case === name && one.points.every(({ peer }) => peer === undefined))
      .map((one) => ({ id: one.id, ns: newestTimed(one, false)?.timing?.medianNs ?? Infinity }));
    expect(times.find((one) => one.id === id)?.ns).toBe(ns);
    const headline = own.ladder.headline.cases.find((one) => one === name);
    expect(headline === undefined ? dtype : 'headline').not.toBe('f32');
  }
  await go('', '#headlines-table');
  const rows = page.locator('#headlines-table tbody tr');
  expect(await rows.count()).toBe(overview.headlines.length);
  const gemm = page.locator(
    '#headlines-table tr[data-id^="gemm/"][data-id$="/m=4096,n=4096,k=4096,f16-f32"]',
  );
  expect(await gemm.textContent()).toMatch(/TFLOP\/s.*% ?of tensor:f16-f32.*cuBLAS.*×/);
  expect(await gemm.locator('svg.spark').getAttribute('aria-label')).toMatch(
    /^(1 commit: .*s|\d+ commits: .* to .*s)/,
  );
});

test('every state leads to its series, from the keyboard too', async () => {
  const { page, go } = opened();
  const { overview } = await recorded();
  const { state, series } = overview.states.find((one) => one.series > 0)!;
  await go('', '#health');
  await page.focus(`#health [data-state="${state}"] a`);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#grid-table');
  expect(await page.textContent('#grid [role="status"]')).toMatch(
    new RegExp(`^${series.toLocaleString('en')} of `),
  );
});

test('every link of the page leads to a page of the site', async () => {
  const { page, go } = opened();
  await go('', '#machines');
  const hrefs = await page
    .locator('#page a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(hrefs.length).toBeGreaterThan(60);
  expect(hrefs.filter((href) => !href.startsWith('#'))).toEqual([]);
});

test('an address from before this page opens the results', async () => {
  const { page, go } = opened();
  await go('#family=gemm', '#trend-chart');
  expect(await page.getAttribute('#page-results', 'aria-current')).toBe('page');
});

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
