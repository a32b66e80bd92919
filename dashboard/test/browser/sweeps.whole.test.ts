// Sweeps in a real browser: curves over the recorded history, and a made-up family of parameters that no family has.
import { readFile, rm } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { landscapeOf } from '../../src/model/landscape.ts';
import { addressOf } from '../../src/state.ts';
import { strides, swept, widths } from '../../src/testing-swept.ts';
import { openPage, sharedBrowser } from '../browser.ts';
import { startSite } from '../site.ts';
import type { Site } from '../site.ts';
import { sweptHistory } from '../swept-history.ts';
import { coloursOf, hardwareOf, useRecordedSite } from './recorded.ts';

const nothing = { across: null, up: null, at: {}, metric: null };

describe('of the recorded history', () => {
  const { site, opened } = useRecordedSite();
  const familyOf = (name: string) => site().family(hardwareOf(site()).machine.key, name);

  test('every family opens on curves or a map of its own results', async () => {
    const { page, complaints, go } = opened();
    let seen = 0;
    for (const name of hardwareOf(site()).families) {
      const landscape = landscapeOf(await familyOf(name), nothing, false);
      // A family of which one case is on record has nothing that grows.
      if (!landscape) continue;
      seen++;
      const points = landscape.curves.flatMap((curve) => curve.spots).length;
      const drawn = landscape.up ? '#heat' : `#sweep-chart[data-points="${points}"]`;
      await go(addressOf({ page: 'sweeps', family: name }), drawn);
      expect(await page.inputValue('#pick-across')).toBe(landscape.across.id);
      const knees = landscape.curves.flatMap((curve) => curve.knees);
      expect(await page.locator('.knees li').count()).toBe(landscape.up ? 0 : knees.length);
    }
    expect(seen).toBeGreaterThanOrEqual(7);
    expect(complaints).toEqual([]);
  });

  test('rungs without the parameters that were swept have no place on the map', async () => {
    const { page, go } = opened();
    await go(addressOf({ page: 'sweeps', family: 'gemm' }), '#heat');
    const head = await page.locator('#heat th').allTextContents();
    expect([head[0], head.slice(1).filter((text) => Number(text) <= 0)]).toEqual(['ilp / workgroup', []]);
    const ids = await page.locator('#spots-table tbody a').allTextContents();
    expect(ids.length).toBeGreaterThan(1);
    for (const id of ids) expect(id).toMatch(/workgroup=.*ilp=/);
  });

  test('the keyboard goes from point to point, says each, and opens it', async () => {
    const { page, go } = opened();
    const { curves } = landscapeOf(await familyOf('scan'), nothing, false)!;
    await go(addressOf({ page: 'sweeps', family: 'scan' }), '#sweep-chart');
    expect(await coloursOf(page, '#sweep-chart')).toBeGreaterThan(10);
    await page.focus('#sweep-chart-points');
    await page.keyboard.press('End');
    const last = curves.at(-1)!.spots.at(-1)!;
    await expect.poll(() => page.textContent('#sweep-chart-said')).toContain(last.series.case);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    const second = curves[0]!.spots[1]!;
    await expect.poll(() => page.textContent('#sweep-chart-said')).toContain(second.series.case);
    await page.keyboard.press('Enter');
    await page.waitForFunction((name) => location.hash.includes(`case=${name}`), second.series.case);
  });

  test('a choice is in the address, and a link has it again', async () => {
    const { page, go } = opened();
    await go(addressOf({ page: 'sweeps', family: 'allreduce' }), '#sweep-chart');
    await page.selectOption('#pick-up', 'ranks');
    await page.waitForSelector('#heat');
    await page.selectOption('#pick-rung', 'ring');
    await page.waitForFunction(() => location.hash.includes('rung=ring'));
    await page.selectOption('#pick-metric', 'medianNs');
    await page.waitForSelector('#sweep-title:has-text("Median time")');
    const cells = await page.locator('#heat td').allTextContents();
    await page.reload();
    await page.waitForSelector('#heat');
    expect(await page.locator('#heat td').allTextContents()).toEqual(cells);
    expect(await page.inputValue('#pick-rung')).toBe('ring');
  });
});

describe('of a family that nobody has', () => {
  let site: Site;
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = await sweptHistory();
    [site, browser] = await Promise.all([startSite(inject('builtSite'), folder), sharedBrowser()]);
  });
  afterAll(async () => {
    await site?.close();
    await rm(folder, { recursive: true });
  });

  test('has its map, its knees, its third parameter in a menu, and its file', async () => {
    const { page, complaints } = await openPage(browser);
    await page.goto(`${site.url}${addressOf({ page: 'sweeps', rung: 'plain' })}`);
    await page.waitForSelector('#heat');
    expect(await page.textContent('#sweep-title')).toBe('Bandwidth over stride and width');
    expect(await page.locator('#heat tbody th').allTextContents()).toEqual(widths.map(String));
    const knees = await page
      .locator('#heat tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) =>
          [...row.querySelectorAll('td')].findIndex((cell) => cell.classList.contains('knee-across')),
        ),
      );
    expect(knees).toEqual(widths.map((width) => strides.indexOf(128 / width)));
    expect(await page.locator('#heat td').first().textContent()).toContain('4,000 GB/s');
    await page.selectOption('#pick-at-access', 'write');
    await expect.poll(() => page.locator('#heat td').first().textContent()).toContain('2,000 GB/s');
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('#spots-csv')]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toMatch(/^id,rung,stride,width,access,dtype,medianNs,/);
    expect(lines).toHaveLength(1 + swept.series.length / 2);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test.for([360, 2560])('fits a page of %d pixels, in both themes', async (width) => {
    const { page } = await openPage(browser);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${site.url}${addressOf({ page: 'sweeps' })}`);
    await page.waitForSelector('#heat');
    const coloursIn = () =>
      page
        .locator('#heat td[data-level]')
        .evaluateAll((cells) => new Set(cells.map((cell) => getComputedStyle(cell).backgroundColor)).size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForSelector(`html[data-theme="${colorScheme}"]`);
      expect(await coloursIn()).toBeGreaterThan(4);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await page.close();
  });
});
