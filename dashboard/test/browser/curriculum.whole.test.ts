// The curriculum in a real browser: what next, what an item promises and what its rule checks, and the reader's own ticks.
import { readFile } from 'node:fs/promises';
import {
  audit,
  checkProgress,
  loadCurriculum,
  nextItems,
  parseCompletion,
  parseProgress,
} from '@kernel-ladder/curriculum';
import type { Completion, Progress } from '@kernel-ladder/curriculum';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addressOf } from '../../src/state.ts';
import { useRecordedSite } from './recorded.ts';

const { site, opened, fresh } = useRecordedSite();
const curriculum = loadCurriculum();
const listed = 'readiness.modular';
const [entry, other] = curriculum.items.get(listed)!.checklist!.map(({ title }) => title);

const completion = (): Promise<Completion> => site().file('curriculum/completion.json', parseCompletion);
const item = (page: Page, id: string) => page.locator(`[id="item-${id}"]`);
const box = (page: Page, label: string) => item(page, listed).getByRole('checkbox', { name: label });
const addressOfItem = (id: string) => addressOf({ page: 'curriculum', item: id });

async function exported(page: Page): Promise<Progress> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#export-ticks')]);
  expect(download.suggestedFilename()).toBe('progress.json');
  const value = JSON.parse(await readFile(await download.path(), 'utf8'));
  return checkProgress('progress.json', parseProgress('progress.json', value), curriculum);
}

test('says what to do next in the order of the command line, and leads to the item and back to its track', async () => {
  const { page, complaints, go } = opened();
  const done = await completion();
  const next = nextItems(curriculum, done);
  await go(addressOf({ page: 'curriculum' }), '#next-table');
  const shown = await page.locator('#next-table tbody th code').allTextContents();
  expect(shown.length).toBeGreaterThan(5);
  expect(shown).toEqual(next.slice(0, shown.length).map(({ id }) => id));
  expect(await page.textContent('#next')).toContain(`${next.length} items can be proven`);
  const { missing } = next.find(({ missing: [first] }) => first?.select !== undefined)!;
  expect(await page.textContent('#next-table')).toContain(`--select '${missing[0]!.select}'`);
  await page.locator('#next-table tbody th a').first().press('Enter');
  await page.waitForSelector(`[id="item-${shown[0]}"][open] .audit`);
  await expect
    .poll(() => item(page, shown[0]!).evaluate((one) => one.getBoundingClientRect().top))
    .toBeLessThan(900);
  const track = done.tracks.at(-1)!;
  await page.click(`#track-${track.id}`);
  await page.waitForSelector(`#next-title:has-text("${track.title}")`);
  const ids = new Set(track.phases.flatMap(({ items }) => items));
  const [first] = next.filter(({ id }) => ids.has(id));
  expect(await page.locator('#next-table tbody th code').first().textContent()).toBe(first!.id);
  expect(complaints).toEqual([]);
});

test('sets the promise of an item beside what its rule checks, and says why that may be weak', async () => {
  const { page, go } = opened();
  const audited = audit(curriculum, await completion());
  for (const { id, promise, checks, flags } of [
    audited.find((one) => one.flags.length > 0)!,
    audited.find((one) => one.flags.length === 0)!,
  ]) {
    await go(addressOfItem(id), `[id="item-${id}"] .audit`);
    const said = await item(page, id).textContent();
    for (const text of [promise, checks.join('\n'), flags.join('; ')]) expect(said).toContain(text);
  }
  await page.getByRole('link', { name: 'Where completion stands' }).first().click();
  await page.waitForSelector('#report h2');
});

test('keeps the reader’s own ticks over a reload, as theirs and in no count of the checkout', async () => {
  const { page, complaints, go } = await fresh();
  await go(addressOfItem(listed), `[id="item-${listed}"] .own`);
  const counts = await page.locator('#tracks .counts').allTextContents();
  await box(page, entry!).focus();
  await page.keyboard.press('Space');
  await item(page, listed).locator('li', { hasText: entry! }).getByText('yours, ').waitFor();
  expect(await box(page, entry!).evaluate((one) => one === document.activeElement)).toBe(true);
  await page.reload();
  await page.waitForSelector(`[id="item-${listed}"] .own`);
  expect(await box(page, entry!).isChecked()).toBe(true);
  expect(await box(page, other!).isChecked()).toBe(false);
  expect(await item(page, listed).locator('> summary').textContent()).toMatch(
    /not started.*1 of \d ticked by you/s,
  );
  expect(await page.locator('#tracks .counts').allTextContents()).toEqual(counts);
  for (const { title } of curriculum.items.get(listed)!.checklist!)
    if (!(await box(page, title).isChecked())) await box(page, title).click();
  await page.waitForSelector('#tracks .counts:has-text("1 by you")');
  await page.goto(site().url + addressOf({ page: 'curriculum', status: 'yours' }));
  await page.waitForSelector('#items [role="status"]:has-text("1 of ")');
  expect(await page.locator('.item > summary code').allTextContents()).toEqual([listed]);
  expect(complaints).toEqual([]);
});

test('exports a progress file that bench takes, and imports what another browser has exported', async () => {
  const { page, go } = await fresh();
  await go(addressOfItem(listed), `[id="item-${listed}"] .own`);
  await box(page, entry!).click();
  const mine = await exported(page);
  expect(mine.ticks).toEqual([{ item: listed, check: entry, date: new Date().toISOString().slice(0, 10) }]);
  const noted = { item: 'study.books', date: '2026-02-03', note: 'both volumes' };
  const upload = (progress: unknown) =>
    page.setInputFiles('#import-ticks', {
      name: 'theirs.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(progress)),
    });
  await upload({ schemaVersion: 1, ticks: [noted] });
  await page.waitForSelector('#own-ticks :text("theirs.json: 1 new tick, 2 in all.")');
  expect(await exported(page)).toEqual({ schemaVersion: 1, ticks: [...mine.ticks, noted] });
  await upload({ schemaVersion: 1, ticks: [{ item: 'gemm.naive', date: '2026-02-03' }] });
  await page.waitForSelector(
    '#own-ticks :text("theirs.json: /ticks/0/item: \\"gemm.naive\\" is proven by results, not ticked")',
  );
  expect((await exported(page)).ticks).toHaveLength(2);
});

test('drops what was damaged in the browser with a sentence, and ticks on', async () => {
  const { page, go } = await fresh();
  await page.addInitScript(() => {
    if (sessionStorage.getItem('spoilt') === null) localStorage.setItem('kernel-ladder-ticks', '{"ticks":');
    sessionStorage.setItem('spoilt', 'once');
  });
  await go(addressOfItem(listed), '#notices .note');
  expect(await page.textContent('#notices')).toContain(
    'What was kept of your ticks is damaged and was dropped',
  );
  await box(page, entry!).click();
  await page.waitForSelector('#notices:not(:has(.note))', { state: 'attached' });
  expect((await exported(page)).ticks).toHaveLength(1);
});

test('keeps ticks for the visit where the browser keeps nothing, and says so', async () => {
  const { page, complaints, go } = await fresh();
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  });
  await go(addressOfItem(listed), `[id="item-${listed}"] .own`);
  await box(page, entry!).click();
  await page.waitForSelector('#notices .note:has-text("your ticks last until the page is loaded again")');
  await page.click('#page-judge');
  await page.waitForSelector('#judge-summary');
  await page.goBack();
  await page.waitForSelector(`[id="item-${listed}"] .own`);
  expect(await box(page, entry!).isChecked()).toBe(true);
  expect(complaints).toEqual([]);
});
