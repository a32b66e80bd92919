// What the results page shows, read off a real browser, and what it owes to the data of a machine.
import { metricTable } from '@kernel-ladder/schema';
import type { SiteMachine } from '@kernel-ladder/schema';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { machineLabel } from '../src/machine.ts';
import { ladderOf } from '../src/model/ladder.ts';
import { latestOf } from '../src/model/latest.ts';
import { latestRun } from '../src/model/rung.ts';
import { trendOf } from '../src/model/trend.ts';
import { selectView } from '../src/selection.ts';
import { parseHash } from '../src/state.ts';
import type { Site } from './site.ts';

/** Walks an open results page through families of a machine, and holds all that it draws of each metric against their data. */
export async function holdsMachine(
  page: Page,
  site: Site,
  { machine, families }: Pick<SiteMachine, 'machine' | 'families'>,
): Promise<void> {
  await page.selectOption('#pick-machine', machine.key);
  await page.waitForSelector(`#machine :text("${machine.key}")`);
  for (const name of families) await holdsFamily(page, site, { machine, name });
  expect(await page.locator('.banner').count()).toBe(machine.software ? 1 : 0);
  const chosen = page.locator('#pick-machine option:checked');
  expect(await chosen.textContent()).toBe(machineLabel(machine));
}

async function holdsFamily(
  page: Page,
  site: Site,
  { machine, name }: Pick<SiteMachine, 'machine'> & { readonly name: string },
): Promise<void> {
  await page.selectOption('#pick-family', name);
  await page.waitForSelector(`#latest h2:has-text("Latest results of ${name}")`);
  const family = await site.family(machine.key, name);
  const view = selectView(family, machine.software, parseHash(''));
  const run = view ? latestRun(family, view.case) : null;
  if (view === null || run === null) throw new Error(`${name} has no results of ${machine.key}`);
  for (const metric of view.metrics) {
    await page.selectOption('#pick-case', view.case);
    await page.selectOption('#pick-metric', metric);
    await page.waitForSelector(`#trend-chart[data-metric="${metric}"]`);
    const ladder = ladderOf(family, view.case, run, {
      metric,
      breaking: new Set(),
      software: machine.software,
    });
    const trend = trendOf(family, view.case, metric);
    expect(parseHash(await hashOf(page))).toMatchObject({
      machine: machine.key,
      family: name,
      case: view.case,
      metric,
    });
    expect(await page.textContent('#ladder h2')).toContain(`${name} ${view.case}`);
    expect(await rungsOf(page)).toEqual(ladder.bars.map((bar) => [bar.variant, bar.status]));
    expect(await page.textContent('#ladder .hint')).toContain(metricTable[metric].label);
    expect(await chartOf(page)).toMatchObject({
      columns: String(trend.columns.length),
      variants: trend.lines.map((line) => line.variant).join(','),
    });
    expect(await drawnPixels(page)).toBeGreaterThan(0);
  }
  const rows = latestOf(family, { software: machine.software, breaking: new Set() });
  expect(await tableIds(page)).toEqual(rows.filter((row) => row.case === view.case).map(({ id }) => id));
}

/** The page's address behind its #, as a reader would type it. */
export function hashOf(page: Page): Promise<string> {
  return page.evaluate(() => decodeURIComponent(location.hash));
}

/** The rungs of the ladder and how each is marked. */
export function rungsOf(page: Page): Promise<readonly (readonly [string | undefined, string | undefined])[]> {
  return page
    .locator('.rung')
    .evaluateAll((items) =>
      items.map((item) => [item.getAttribute('data-variant') ?? '', item.getAttribute('data-status') ?? '']),
    );
}

/** The ids of the table's rows, as they stand. */
export function tableIds(page: Page): Promise<readonly (string | null)[]> {
  return page
    .locator('#latest-table tr[data-id]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-id')));
}

/** What the trend's chart says that it draws. */
export function chartOf(page: Page): Promise<Record<string, string | undefined>> {
  return page.locator('#trend-chart').evaluate((canvas) => ({ ...(canvas as HTMLCanvasElement).dataset }));
}

function drawnPixels(page: Page): Promise<number> {
  return page.locator('#trend-chart').evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    // Read from a copy: the page draws again on the same canvas, which reading would slow down.
    const copy = new OffscreenCanvas(width, height).getContext('2d');
    copy?.drawImage(element as HTMLCanvasElement, 0, 0);
    const pixels = copy?.getImageData(0, 0, width, height).data ?? [];
    return pixels.filter((part) => part > 0).length;
  });
}
