// The pages of commits in a real browser, over the recorded history: one of its commits slowed twelve cases of one kernel, and a
// later one repaired most of them.
import { effectStates, parseSiteCommits } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { measuredOf } from '../../src/model/measured.ts';
import { addressOf } from '../../src/state.ts';
import { hardwareOf, useRecordedSite } from './recorded.ts';

const { site, opened } = useRecordedSite();

async function measured() {
  const { machine } = hardwareOf(site());
  return measuredOf(await site().file(`commits/${machine.key}.json`, parseSiteCommits));
}

const slowed = '8635eb1c';
const repaired = '4c0923cd';
const at = (commit: string) => addressOf({ page: 'commit', commit });

test('says of every commit what it did to every series, in counts that add up', async () => {
  const { page, complaints, go } = opened();
  for (const { commit, counts, series, interrupted } of await measured()) {
    await go(at(commit.sha), `#commit-title code[title="${commit.sha}"]`);
    const said = await page
      .locator('#states li b')
      .evaluateAll((items) => items.map((item) => Number(item.textContent?.replaceAll(',', ''))));
    expect(said).toEqual([...effectStates.map((state) => counts[state]), series]);
    expect(said.slice(0, -1).reduce((sum, count) => sum + count, 0)).toBe(said.at(-1));
    expect(await page.locator('#interrupted').count()).toBe(interrupted > 0 ? 1 : 0);
    expect(await page.textContent('#series [role="status"]')).toBe(
      `${series.toLocaleString('en')} of ${series.toLocaleString('en')} series`,
    );
  }
  expect(complaints).toEqual([]);
});

test('a commit that slowed one kernel and was repaired says so, and so does the one that repaired it', async () => {
  const { page, go } = opened();
  await go(at(slowed), '#slower');
  expect(await page.locator('#slower h3').first().textContent()).toMatch(
    /The kernel gemm\/register changed: 12 series/,
  );
  expect(await page.textContent('#summary')).toMatch(new RegExp(`11 back at ${repaired}`));
  const rows = await page.locator('#slower-0 tbody tr').allTextContents();
  expect(rows).toHaveLength(12);
  expect(rows.filter((row) => row.includes(`back at ${repaired}`))).toHaveLength(11);
  await page.locator('#slower-0').getByText(repaired).first().click();
  await page.waitForSelector(`#commit-title :text-is("${repaired}")`);
  expect(await page.textContent('#summary')).toMatch(new RegExp(`11 back from ${slowed}`));
  expect(
    await page
      .locator('#faster-0 tbody tr')
      .filter({ hasText: `back from ${slowed}` })
      .count(),
  ).toBe(11);
});

test('the list of commits tells what became of each, from the regressions in one click', async () => {
  const { page, go } = opened();
  await go(addressOf({ page: 'changes' }), '#moving-table');
  const row = page.locator('#moving-table tbody tr').filter({ hasText: slowed });
  expect(await row.locator('[data-column="fate"]').textContent()).toMatch(`11 back at ${repaired}`);
  await row.getByText(slowed).click();
  await page.waitForSelector(`#commit-title :text-is("${slowed}")`);
});

test('the groups of the regressions page add up to every series of the machine', async () => {
  const { page, go } = opened();
  await go(addressOf({ page: 'changes' }), '#coverage');
  const groups = await page
    .locator('#coverage li b')
    .evaluateAll((items) => items.map((item) => Number(item.textContent?.replaceAll(',', ''))));
  const { machine, families } = hardwareOf(site());
  const files = await Promise.all(families.map((name) => site().family(machine.key, name)));
  const all = files.reduce((sum, { series }) => sum + series.length, 0);
  expect(groups.reduce((sum, count) => sum + count, 0)).toBe(all);
});

test('every mention of a commit among the results leads to its page', async () => {
  const { page, go } = opened();
  await go('#family=gemm', '#trend-chart');
  await page.click('#trend .twin > summary');
  for (const selector of ['#ladder .run > a', '#history-table tbody th a', '#checks-table td a']) {
    const hrefs = await page
      .locator(selector)
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(hrefs.length).toBeGreaterThan(0);
    expect(
      hrefs.filter((href) => !/^#page=commit&machine=\S+&commit=[0-9a-f]{40}$/.test(href ?? '')),
    ).toEqual([]);
  }
  await page.click('#ladder .run > a');
  await page.waitForSelector('#commit-title');
});

test('a count leads to the series behind it; words narrow them, a header sorts them, and the address keeps all three', async () => {
  const { page, go } = opened();
  await go(at(repaired), '#states');
  await page.click('#states [data-state="faster"] a');
  await page.waitForSelector('#series [role="status"]:text-matches("^17 of")');
  await page.fill('#filter-series', 'tensor f16');
  await page.waitForFunction(() => location.hash.includes('q=tensor+f16'));
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('filter-series');
  await page.focus('#series-table-sort-effect');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#series-table th[data-column="effect"][aria-sort="ascending"]');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('series-table-sort-effect');
  const before = await page.locator('#series-table tbody tr').allTextContents();
  expect(before.length).toBeGreaterThan(1);
  expect(before.every((row) => /tensor.*f16.*faster/.test(row))).toBe(true);
  await page.reload();
  await page.waitForSelector('#series-table th[data-column="effect"][aria-sort="ascending"]');
  expect(await page.locator('#series-table tbody tr').allTextContents()).toEqual(before);
});

test('draws only the rows in view of a long table, and the last one when it is scrolled to', async () => {
  const { page, go } = opened();
  const newest = (await measured()).at(-1)!;
  await go(at(newest.commit.sha), '#series-table');
  expect(newest.series).toBeGreaterThan(500);
  expect(await page.locator('#series-table tbody tr[data-id]').count()).toBeLessThan(120);
  expect(await page.getAttribute('#series-table', 'aria-rowcount')).toBe(String(newest.series + 1));
  const box = page.locator('#series .scroll');
  await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  const last = `#series-table tr[data-index="${newest.series - 1}"]`;
  await expect
    .poll(async () => {
      await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return page.locator(last).count();
    })
    .toBe(1);
});

test.for([
  ['commit=zzzz', 'No recorded run of a commit “zzzz” on this machine; showing the newest.'],
  ['state=proven', 'No state “proven” of a series here; showing any state.'],
] as const)('says of %s what is not there', async ([wish, note]) => {
  const { page, go } = opened();
  await go(`#page=commit&${wish}`, '#commit-title');
  expect(await page.locator('#notices .note').allTextContents()).toEqual([note]);
});
