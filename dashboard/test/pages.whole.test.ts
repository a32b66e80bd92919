// The pages beside the results in a real browser: regressions, curriculum, judge, and the checks of a family.
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCompletion } from '@kernel-ladder/curriculum';
import type { Completion } from '@kernel-ladder/curriculum';
import { parseSiteChecks, parseSiteJudgement } from '@kernel-ladder/schema';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { parseQuality } from '../src/quality.ts';
import { addressOf, pages, parseHash } from '../src/state.ts';
import { replayHistory, replayed, replayedKey, secondKey } from './history.ts';
import { fits, resize } from './browser/looks.ts';
import { usePages } from './opened.ts';
import type { Opened } from './opened.ts';
import { startSite } from './site.ts';
import type { Site } from './site.ts';

let history: string;
let site: Site;
let page: Page;
let complaints: readonly string[];
let go: Opened['go'];

beforeAll(async () => {
  history = await replayHistory();
  site = await startSite(inject('builtSite'), history);
});

afterAll(async () => {
  await site?.close();
  await rm(history, { recursive: true });
});

const { opened, fresh } = usePages(() => site.url);

beforeEach(() => take(opened()));

test('every page has its link, its heading and, dark on a telephone, no sideways scroll', async () => {
  await open({});
  await resize(page, 360);
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const id of pages) await fits(page, id);
  expect(complaints).toEqual([]);
});

test('lists every change by its rate of false discovery and leads to a trend that draws it', async () => {
  const { changes, runs } = await site.file(`judgement/${replayedKey}.json`, parseSiteJudgement);
  expect(changes.map(({ id }) => id.split('/')[1])).toEqual([
    replayed.slower.variant,
    replayed.slower.variant,
  ]);
  await open({ page: 'changes', machine: replayedKey });
  expect(await texts('#changes-table tbody th')).toEqual(changes.map(({ id }) => id));
  const [row] = await texts('#changes-table tbody tr');
  const shas = [changes[0]!.before, changes[0]!.after].map((run) => runs[run]!.commit.sha.slice(0, 8));
  expect(row).toMatch(
    new RegExp(`regressed.*\\+\\d+\\.\\d.*${shas.join(' … ')}.*unchanged: not the kernel`, 's'),
  );
  await page.click('#changes-table tbody a');
  await page.waitForSelector('#trend-chart[data-scale="fit"]');
  expect(await page.getAttribute('#trend-chart', 'data-changes')).toBe('1');
  expect(await page.getAttribute('#trend-chart', 'data-variants')).toContain(replayed.slower.variant);
  await page.click('summary:has-text("change of level")');
  expect(await texts('#trend-changes li')).toMatchObject([expect.stringContaining('regressed: +')]);
});

test('two devices with verdicts over the same commits each keep their own, and their commits', async () => {
  await open({ page: 'changes', machine: replayedKey });
  const first = await texts('#changes-table tbody th');
  await page.selectOption('#pick-machine', secondKey);
  await page.waitForSelector(`#changes-table tbody th:has-text("/${replayed.suspect.variant}/")`);
  const second = await texts('#changes-table tbody th');
  const { changes } = await site.file(`judgement/${secondKey}.json`, parseSiteJudgement);
  expect(second).toEqual(changes.map(({ id }) => id));
  expect(second.filter((id) => first.includes(id))).toEqual([]);
  expect(await page.locator('#suspects-table tbody tr').count()).toBe(0);
  await page.locator('#changes-table a[href*="page=commit"]').first().click();
  await page.waitForSelector('#commit-title');
  expect(parseHash(await page.evaluate(() => location.hash)).machine).toBe(secondKey);
  await page.click('#page-grid');
  await page.waitForSelector('#grid-table .effect.regressed');
  const rows = page.locator('#grid-table tbody tr:has([data-column="state"] .regressed)');
  const ids = await rows.evaluateAll((all) => all.map((row) => row.dataset['id'] ?? ''));
  expect(ids.toSorted()).toEqual([...new Set(second)].toSorted());
});

test('suspects the newest commit, apart from the changes, and says what was withheld', async () => {
  await open({ page: 'changes', machine: replayedKey });
  const suspects = await texts('#suspects-table tbody th');
  expect(suspects.map((id) => id.split('/')[1])).toContain(replayed.suspect.variant);
  expect(suspects.filter((id) => id.includes(replayed.slower.variant))).toEqual([]);
  expect(await page.textContent('#suspects')).toContain(`Timings not judged: ${replayed.withheld}.`);
});

test('lists the moves of series too short to judge, with what moved them, as no verdicts', async () => {
  const judgement = await site.file(`judgement/${replayedKey}.json`, parseSiteJudgement);
  const [slower, ...others] = judgement.series.map((one) => ({ ...one, points: 2 }));
  const { move } = slower!;
  const series = [{ ...slower!, move: { ...move, bestNs: 4e6, latestNs: 7.08e6, sameKernelHash: false } }];
  take(await fresh());
  await page.route(`**/judgement/${replayedKey}.json`, (route) =>
    route.fulfill({ json: { ...judgement, series: [...series, ...others], changes: [] } }),
  );
  await open({ page: 'changes', machine: replayedKey });
  expect(await page.textContent('#changes')).toMatch(/level0 of \d+ series have enough runs to be judged/);
  expect(await page.textContent('#moves')).toContain('These are no verdicts');
  const [row] = await texts('#moves-slower tbody tr');
  const since = judgement.runs[move.since]!.commit;
  expect(row).toMatch(/\+77\.0.*4\.000 ms at .*7\.080 ms at .*changed$/);
  expect(row).toContain(`${since.sha.slice(0, 8)}${since.date.slice(0, 10)} ${since.subject}`);
  await page.click('#moves-slower tbody a');
  await page.waitForSelector('#trend-chart[data-scale="fit"]');
});

test('says what a short history lacks, and that a software adapter is not judged', async () => {
  const [recorded] = site.index.machines.filter(({ machine }) => machine.key.startsWith('nvidia'));
  await open({ page: 'changes', machine: recorded!.machine.key });
  expect(await page.textContent('#changes')).toContain('A change shows from 8 recorded runs');
  const [software] = site.index.machines.filter(({ machine }) => machine.software);
  await page.selectOption('#pick-machine', software!.machine.key);
  await page.waitForSelector('#page:has-text("nobody judges them")');
  expect(complaints).toEqual([]);
});

test('shows each item under a filter with its state, from the menus, the keyboard and the address', async () => {
  const { items } = await completion();
  await open({ page: 'curriculum' });
  await page.selectOption('#filter-state', 'proven');
  await page.waitForSelector(
    `#items [role="status"]:not(:text-is("${items.length} of ${items.length} items"))`,
  );
  const proven = items.filter(({ state }) => state === 'proven').map(({ id }) => id);
  expect(proven.length).toBeGreaterThan(0);
  expect((await texts('.item > summary code')).toSorted()).toEqual(proven.toSorted());
  expect(new Set(await texts('.item .state'))).toEqual(new Set(['proven']));
  await page.selectOption('#filter-state', '');
  await page.focus('#filter-text');
  await page.keyboard.type('softmax stable');
  await page.waitForFunction(() => location.hash.includes('q=softmax+stable'));
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('filter-text');
  expect(await page.inputValue('#filter-text')).toBe('softmax stable');
  // The list follows the address a frame later.
  await page.waitForFunction((total) => {
    const found = document.querySelectorAll('.item').length;
    const said = document.querySelector('#items [role="status"]')?.textContent;
    return found < 10 && said === `${found} of ${total} items`;
  }, items.length);
  await page.goBack();
  await page.waitForSelector(
    `#items [role="status"]:not(:text-is("${items.length} of ${items.length} items"))`,
  );
  expect(await page.inputValue('#filter-state')).toBe('proven');
});

test('opens an item from its address and leads from its evidence to the ladder', async () => {
  const { items, tracks } = await completion();
  const item = items.find(({ evidence }) => evidence.some(({ machine }) => machine));
  const row = item!.evidence.find(({ machine }) => machine)!;
  await open({ page: 'curriculum', item: item!.id });
  const body = page.locator(`[id="item-${item!.id}"]`);
  expect(await body.locator('.evidence tbody tr').count()).toBe(item!.evidence.length);
  expect(await body.locator('.evidence').textContent()).toContain(row.threshold);
  expect(await drawnPixels('#completion-chart')).toBeGreaterThan(0);
  expect(await page.locator('#tracks [data-track]').count()).toBe(tracks.length);
  await body.locator('.evidence a').first().click();
  await page.waitForSelector('#trend-chart');
  const [family] = row.id.split('/');
  expect(await page.textContent('#ladder h2')).toContain(family);
});

test('says what an item lacks and by which command it comes', async () => {
  const { items } = await completion();
  const item = items.find(({ missing }) => missing.some(({ select }) => select !== undefined))!;
  const { select } = item.missing.find((one) => one.select !== undefined)!;
  await open({ page: 'curriculum', item: item.id });
  const body = page.locator(`[id="item-${item.id}"]`);
  expect(await body.locator('.missing li').count()).toBe(item.missing.length);
  expect(await body.locator('.command').allTextContents()).toContainEqual(
    expect.stringContaining(`--select '${select}'`),
  );
});

test('tells where a variant breaks on purpose, what was observed, and that ranks are simulated', async () => {
  const { machine } = site.index.machines.find(({ families }) => families.includes('softmax'))!;
  const checks = await site.file(`checks/${machine.key}/softmax.json`, parseSiteChecks);
  const unsafe = checks.variants.find(({ variant }) => variant === 'unsafe')!;
  const [reason] = unsafe.coverage.flatMap(({ expectedFailures = [] }) => expectedFailures);
  await open({ machine: machine.key, family: 'softmax' });
  expect(await page.textContent('.rung[data-variant="unsafe"]')).toContain('breaks as expected');
  expect(await page.textContent('.rung[data-variant="safe"]')).not.toContain('breaks as expected');
  const row = page.locator('#checks-table tr:has(#checks-unsafe)');
  expect(await row.textContent()).toContain(reason!.because);
  expect(await row.textContent()).toMatch(/EC-ROW-OBSERVED: \d+ × /);
  expect(await page.textContent('#notices')).not.toContain('Simulated');
  await page.selectOption('#pick-family', 'allreduce');
  await page.waitForSelector('#notices:has-text("they are no network’s")');
  expect(await page.textContent('#ladder h2')).toContain('simulated');
  expect(await texts('#pick-metric option')).toContain('Algorithm bandwidth, simulated');
});

test('opens the text of a kernel that was recorded, as text, and says of others that it was not', async () => {
  const { variant, text } = replayed.recorded;
  await open({ machine: replayedKey });
  const own = `#latest-table tr[data-id*="/${variant}/"] [data-column="kernelHash"]`;
  const others = await texts(
    `#latest-table tr[data-id]:not([data-id*="/${variant}/"]) [data-column="kernelHash"]`,
  );
  expect(others.length).toBeGreaterThan(0);
  expect(others.every((words) => words.endsWith('text not recorded'))).toBe(true);
  await page.route('**/data/kernels/**', (route) => route.fulfill({ json: { passes: [] } }));
  await page.click(`${own} button`);
  const fault = page.locator('#kernel .fault[data-cause="content"]');
  expect(await fault.textContent()).toMatch(/data\/kernels\/[0-9a-f]{16}\.json: \//);
  await page.click('#kernel button');
  await page.unroute('**/data/kernels/**');
  await page.click(`${own} button`);
  await page.waitForSelector('#kernel pre');
  expect(await texts('#kernel pre')).toEqual([text]);
  expect(await page.textContent('#kernel')).toContain('1 × 2 × 3 workgroups; binds x, y');
  await page.click('#kernel button');
  await page.waitForSelector('#kernel', { state: 'detached' });
  await page.click('.twin > summary');
  const cells = page.locator('#history-table .point-kernel');
  expect(await cells.locator('button').count()).toBe(replayed.commits);
  expect(await cells.filter({ hasText: 'text not recorded' }).count()).toBeGreaterThan(0);
});

test('shows how often the judge is wrong, and how to measure it where nobody has', async () => {
  const { falseAlarms } = await site.file('quality.json', parseQuality);
  const noises = new Set(falseAlarms.filter(({ points }) => points === 100).map(({ family }) => family));
  await open({ page: 'judge' });
  expect(await page.locator('#false-alarms tbody tr').count()).toBe(noises.size);
  await rename(join(site.data, 'quality.json'), join(site.data, 'away.json'));
  await page.reload();
  expect(await page.textContent('#page .empty')).toContain('pnpm --filter @kernel-ladder/stats quality');
  await rename(join(site.data, 'away.json'), join(site.data, 'quality.json'));
});

async function open(wishes: Parameters<typeof addressOf>[0]): Promise<void> {
  await go(
    addressOf({ page: 'results', ...wishes }),
    wishes.page ? '#page:not([hidden]) h2' : '#trend-chart',
  );
}

function take(one: Opened): void {
  ({ page, complaints, go } = one);
}

function completion(): Promise<Completion> {
  return site.file('curriculum/completion.json', parseCompletion);
}

function texts(selector: string): Promise<readonly string[]> {
  return page.locator(selector).allTextContents();
}

function drawnPixels(selector: string): Promise<number> {
  return page.locator(selector).evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    return pixels.filter((part) => part > 0).length;
  });
}
