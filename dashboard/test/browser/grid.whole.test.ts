// The grid of every series in a real browser: over the recorded history, and over 5,000 made-up series.
import { readFile } from 'node:fs/promises';
import { packRows, parseSiteGrid } from '@kernel-ladder/schema';
import type { GridRow } from '@kernel-ladder/schema';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addressOf } from '../../src/state.ts';
import { hardwareOf, useRecordedSite } from './recorded.ts';

const { site, opened, fresh } = useRecordedSite();

function grid() {
  return site().file(`grid/${hardwareOf(site()).machine.key}.json`, parseSiteGrid);
}

async function shownIds(page: Page): Promise<readonly (string | undefined)[]> {
  return page
    .locator('#grid-table tbody tr[data-id]')
    .evaluateAll((rows) => rows.map((row) => row.dataset['id']));
}

test('has every series of every family, and draws only the rows in view', async () => {
  const { page, complaints, go } = opened();
  const { machine, families } = hardwareOf(site());
  const files = await Promise.all(families.map((name) => site().family(machine.key, name)));
  const ids = files.flatMap(({ series }) => series.map(({ id }) => id));
  const { rows } = await grid();
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(ids));
  await go(addressOf({ page: 'grid' }), '#grid-table');
  expect(await page.getAttribute('#grid-table', 'aria-rowcount')).toBe(String(ids.length + 1));
  expect(await page.locator('#grid-table tbody tr[data-id]').count()).toBeLessThan(80);
  expect(complaints).toEqual([]);
});

test('menus narrow and tell how many they leave; a header sorts; the address keeps all of it', async () => {
  const { page, go } = opened();
  const { rows } = await grid();
  await go(addressOf({ page: 'grid' }), '#grid-table');
  const gemm = rows.filter(({ family }) => family === 'gemm');
  await page.selectOption('#facet-family', 'gemm');
  await page.waitForFunction(() => location.hash.includes('family=gemm'));
  const ours = gemm.filter(({ kind }) => kind === 'gpu');
  await page.waitForSelector(`#facet-kind option:text-is("ours (${ours.length})")`, { state: 'attached' });
  await page.selectOption('#facet-kind', 'gpu');
  await page.waitForSelector(
    `#grid [role="status"]:text-is("${ours.length} of ${rows.length.toLocaleString('en')} series")`,
  );
  await page.fill('#filter-grid', 'tensor 4096');
  await page.waitForFunction(() => location.hash.includes('q=tensor+4096'));
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('filter-grid');
  await page.focus('#grid-table-sort-over');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#grid-table th[data-column="over"][aria-sort="ascending"]');
  const passing = ours.filter(({ id }) => id.includes('tensor') && id.includes('4096'));
  const sortedIds = passing
    .filter(({ best }) => best)
    .toSorted((a, b) => a.best!.over - b.best!.over)
    .map(({ id }) => id);
  const shown = await shownIds(page);
  expect(shown).toHaveLength(passing.length);
  expect(shown.slice(0, sortedIds.length)).toEqual(sortedIds);
  // Two rows by the keyboard, and both in one trend.
  for (const id of shown.slice(0, 2)) {
    await page.focus(`[id="choose-${id}"]`);
    await page.keyboard.press('Space');
  }
  await page.waitForSelector('#grid .chosen:text-is("One trend of 2 of gemm")');
  await page.reload();
  await page.waitForSelector('#grid-table th[data-column="over"][aria-sort="ascending"]');
  expect(await shownIds(page)).toEqual(shown);
  expect(await page.locator('#grid-table input:checked').count()).toBe(2);
  await page.click('#grid .chosen');
  await page.waitForSelector('#trend-chart');
  const named = await page
    .locator('#trend .legend button[id^="line-"]')
    .evaluateAll((all) => all.map(({ id }) => id));
  expect(named).toEqual(shown.slice(0, 2).map((id) => `line-${id}`));
  await page.goBack();
  await page.click('#grid .tools a');
  await page.waitForSelector(`#grid [role="status"]:text-matches("^${rows.length.toLocaleString('en')} of")`);
});

test('saves what is filtered, in the order that is shown, as CSV', async () => {
  const { page, go } = opened();
  const { rows } = await grid();
  await go('#page=grid&family=attention&dtype=f16&sort=ns', '#grid-table');
  const expected = rows
    .filter(({ family, dtype }) => family === 'attention' && dtype === 'f16')
    .toSorted((a, b) => (a.ns ?? Infinity) - (b.ns ?? Infinity));
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#grid-csv')]);
  expect(download.suggestedFilename()).toMatch(/^series-.*\.csv$/);
  const text = await readFile((await download.path())!, 'utf8');
  const [head, ...lines] = text.trimEnd().split('\r\n');
  expect(head).toMatch(/^\ufeffSeries,Family,Rung,Case,Type,/);
  expect(lines).toHaveLength(expected.length);
  expect(lines.map((line) => /^"([^"]+)"/.exec(line)?.[1])).toEqual(expected.map(({ id }) => id));
  expect(lines[0]).toContain(`,${expected[0]!.ns},`);
});

test('a failing series is a gap with a cross and its reason', async () => {
  const { page, go } = await fresh();
  const { rows, commits, machineKey } = await grid();
  const [first] = rows.filter(({ marks }) => marks.length > 4);
  const failing: GridRow = {
    ...first!,
    state: 'failing',
    reason: 'wrong-result: <b>off</b> by one',
    times: [...first!.times.slice(0, -1), null],
    marks: `${first!.marks.slice(0, -1)}f`,
  };
  await page.route('**/data/grid/**', (route) =>
    route.fulfill({ json: { schemaVersion: 1, machineKey, commits, series: packRows([failing]) } }),
  );
  await go('#page=grid&state=failing', '#grid-table');
  expect(await page.locator('#grid-table .spark .failed').count()).toBe(1);
  expect(await page.getAttribute('#grid-table .spark', 'aria-label')).toContain('1 failed');
  expect(await page.textContent('#grid-table td[data-column="state"]')).toBe(
    'failingwrong-result: <b>off</b> by one',
  );
  expect(await page.locator('#grid-table b').count()).toBe(0);
});

test('5,000 series are drawn, sorted and filtered, and scroll to the last', async () => {
  const { page, go } = await fresh();
  const { rows, commits, machineKey } = await grid();
  const many = Array.from({ length: 5000 }, (_, at): GridRow => {
    const row = rows[at % rows.length]!;
    return { ...row, id: `${row.id},copy=${at}`, ...(row.ns === undefined ? {} : { ns: row.ns + at }) };
  });
  await page.route('**/data/grid/**', (route) =>
    route.fulfill({ json: { schemaVersion: 1, machineKey, commits, series: packRows(many) } }),
  );
  await go(addressOf({ page: 'judge' }), '#judge-summary');
  await page.click('#page-grid');
  await page.waitForSelector('#grid-table tbody tr[data-id]');
  await page.click('#grid-table-sort-ns');
  await page.waitForSelector('#grid-table th[aria-sort="ascending"]');
  await page.fill('#filter-grid', 'gemm');
  await page.waitForSelector('#grid [role="status"]:not(:text-matches("^5,000"))');
  await page.fill('#filter-grid', '');
  await page.waitForSelector('#grid [role="status"]:text-matches("^5,000")');
  // Rows are as high as they are measured once they are drawn, and the end moves with them: a reader scrolls on.
  const box = page.locator('#grid .scroll');
  const lastRows = async () => {
    await box.evaluate((one) => one.scrollTo(0, one.scrollHeight));
    return page.locator('#grid-table tbody tr[data-index="4999"]').count();
  };
  await expect.poll(lastRows).toBe(1);
  expect(await page.locator('#grid-table tbody tr[data-id]').count()).toBeLessThan(80);
});
