// The trend and the code of the rungs in a real browser, over the recorded history.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseKernel } from '@kernel-ladder/schema';
import type { SiteFamily } from '@kernel-ladder/schema';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { formatSpeedup, shortCommit } from '../../src/format.ts';
import { codeRungs } from '../../src/model/code-rungs.ts';
import { differenceOf } from '../../src/model/difference.ts';
import { latestRun, rungsOf } from '../../src/model/rung.ts';
import { trendOf } from '../../src/model/trend.ts';
import { addressOf, parseHash } from '../../src/state.ts';
import { resize } from './looks.ts';
import { hardwareOf, useRecordedSite } from './recorded.ts';

const { site, opened, fresh } = useRecordedSite();
const caseName = 'm=4096,n=4096,k=4096,f32';
const gemm = () => site().family(hardwareOf(site()).machine.key, 'gemm');
const address = (wishes: Parameters<typeof addressOf>[0] = {}) =>
  addressOf({ page: 'results', family: 'gemm', case: caseName, ...wishes });
const state = async (page: Page) => parseHash(await page.evaluate(() => location.hash));
const chart = (page: Page) =>
  page.locator('#trend-chart').evaluate((one) => ({ ...(one as HTMLCanvasElement).dataset }));

/** Where a column of the trend is on the screen, by walking to it as the keyboard does. */
async function walkTo(page: Page, column: number): Promise<void> {
  await page.focus('#trend-chart');
  await page.keyboard.press('Home');
  for (let at = 0; at < column; at++) await page.keyboard.press('ArrowRight');
}

test('zooms by buttons, keys and dragging; the range is in the address and comes back from it', async () => {
  const { page, complaints, go } = opened();
  const { columns } = trendOf(await gemm(), caseName, 'gflops');
  const shown = async () => Number((await chart(page))['columns']);
  await go(address(), '#trend-chart');
  expect(await shown()).toBe(columns.length);
  await page.click('#zoom-in');
  await page.waitForFunction(() => location.hash.includes('range='));
  const { range } = await state(page);
  expect(range).toMatch(/^[0-9a-f]{8}\.\.[0-9a-f]{8}$/);
  // The page follows the address a moment later.
  await expect.poll(shown).toBeLessThan(columns.length);
  const zoomed = await shown();
  await page.reload();
  await page.waitForSelector(`#trend-chart[data-columns="${zoomed}"]`);
  await page.focus('#trend-chart');
  await page.keyboard.press('0');
  await page.waitForSelector(`#trend-chart[data-columns="${columns.length}"]`);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('trend-chart');
  const box = (await page.locator('#trend-chart').boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.4, box.y + 120);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.7, box.y + 160, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(() => location.hash.includes('range='));
  await expect.poll(shown).toBeLessThan(columns.length);
  expect(await shown()).toBeGreaterThan(1);
  await page.keyboard.press('0');
  await page.waitForSelector(`#trend-chart[data-columns="${columns.length}"]`);
  // The wheel alone scrolls the page; with Ctrl held it zooms.
  const scrolled = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 40);
  await page.waitForFunction((before) => scrollY > before, scrolled);
  expect((await state(page)).range).toBeNull();
  const now = (await page.locator('#trend-chart').boundingBox())!;
  await page.mouse.move(now.x + now.width / 2, now.y + now.height / 2);
  await page.keyboard.down('Control');
  for (let turn = 0; turn < 6; turn++) await page.mouse.wheel(0, -120);
  await page.keyboard.up('Control');
  await page.waitForFunction(() => location.hash.includes('range='));
  await expect.poll(shown).toBeLessThan(columns.length);
  expect((await state(page)).page).toBe('results');
  expect(complaints).toEqual([]);
});

test('who goes elsewhere while a zoom comes to its end stays there', async () => {
  const { page, go } = opened();
  await go(address(), '#trend-chart');
  const box = (await page.locator('#trend-chart').boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.down('Control');
  for (let turn = 0; turn < 6; turn++) await page.mouse.wheel(0, -120);
  await page.keyboard.up('Control');
  await go(address({ scale: 'log' }), '#trend-chart[data-scale="log"]');
  // The plugin tells of a zoom a quarter of a second behind the last turn of the wheel.
  await page.waitForTimeout(600);
  expect(await state(page)).toMatchObject({ scale: 'log', range: null });
});

test('a link with every choice of the trend shows it, and the table has the same commits', async () => {
  const { page, go } = opened();
  const family = await gemm();
  const { columns } = trendOf(family, caseName, 'medianNs');
  const [from, to] = [columns[2]!, columns[5]!].map(({ commit }) => shortCommit(commit.sha));
  const series = [`gemm/tiled/${caseName}`, 'gemm/naive/m=1024,n=1024,k=1024,f32'];
  const wishes = { series, isDated: true, isRelative: true, scale: 'log', metric: 'medianNs' } as const;
  await go(address({ ...wishes, range: `${from}..${to}` }), '#trend-chart[data-scale="log"]');
  expect(await state(page)).toMatchObject({ ...wishes, range: `${from}..${to}` });
  expect((await chart(page))['variants']).toBe('tiled,naive');
  for (const id of ['axis-date', 'relative', 'scale-log'])
    expect(await page.getAttribute(`#${id}`, 'aria-pressed')).toBe('true');
  await page.click('#trend .twin > summary');
  const shown = await page.locator('#history-table tbody th code').allTextContents();
  expect([shown.at(-1), shown[0]]).toEqual([from, to]);
  await page.click(`[id="line-${series[0]}"]`);
  await page.waitForSelector('#trend-chart[data-variants="naive"]');
  await page.selectOption('#add-series', series[0]!);
  await page.waitForSelector('#trend-chart[data-variants="naive,tiled"]');
  expect((await state(page)).series).toEqual(series.toReversed());
});

test('Enter on a commit of the chart opens its page, and so does a click on a point', async () => {
  const { page, complaints, go } = opened();
  const family = await gemm();
  const { columns } = trendOf(family, caseName, 'gflops');
  const place = columns.findIndex(({ local, commit }) => !local && !commit.dirty);
  await go(address(), '#trend-chart');
  await walkTo(page, place);
  expect(await page.textContent('#trend-said')).toContain(shortCommit(columns[place]!.commit.sha));
  await page.keyboard.press('Enter');
  await page.waitForSelector('#commit-title');
  expect(await state(page)).toMatchObject({ page: 'commit', commit: columns[place]!.commit.sha });
  await page.goBack();
  await page.waitForSelector('#trend-chart');
  // The pointer becomes a hand on a point, and nowhere else.
  const box = (await page.locator('#trend-chart').boundingBox())!;
  const isHand = () => page.locator('#trend-chart.leads').count();
  await page.mouse.move(box.x + 200, box.y + box.height - 60);
  expect(await isHand()).toBe(0);
  let found = false;
  // The newest columns lie at the right, wherever the words beside them end.
  for (let x = box.x + box.width - 120; x < box.x + box.width - 14 && !found; x += 8)
    for (let y = box.y + 10; y < box.y + box.height - 60 && !found; y += 12) {
      await page.mouse.move(x, y);
      found = (await isHand()) === 1;
      if (found) await page.mouse.click(x, y);
    }
  expect(found).toBe(true);
  await page.waitForSelector('#commit-title');
  expect(complaints).toEqual([]);
});

test('the trend can be taken away as a picture and as values', async () => {
  const { page, complaints, go } = opened();
  await go(address({ metric: 'medianNs' }), '#trend-chart');
  // Rows of the host stay out of the picture until one click asks for them.
  expect(await page.textContent('#left-out')).toMatch(/^cpu-.* left out: rows of the host/);
  expect((await chart(page))['variants']).not.toContain('cpu');
  await page.click('#show-all');
  await page.waitForSelector('#trend-chart[data-variants*="cpu-"]');
  expect((await state(page)).hidden).toEqual([]);
  expect(await page.locator('#left-out').count()).toBe(0);
  const [csv] = await Promise.all([page.waitForEvent('download'), page.click('#trend-csv')]);
  expect(csv.suggestedFilename()).toBe('gemm-m-4096-n-4096-k-4096-f32-medianNs.csv');
  const [head, ...rows] = (await readFile(await csv.path(), 'utf8')).trimEnd().split('\r\n');
  expect(head).toContain('"Median time, ns"');
  const { lines } = trendOf(await gemm(), caseName, 'medianNs');
  expect(rows).toHaveLength(lines.flatMap(({ points }) => points.filter(Boolean)).length);
  const [png] = await Promise.all([page.waitForEvent('download'), page.click('#trend-png')]);
  const bytes = await readFile(await png.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20) > 1000]).toEqual([2560, true]);
  expect(bytes.length).toBeGreaterThan(20_000);
  expect(complaints).toEqual([]);
});

/** A rung with a recorded text whose rung before has one too. */
function coded(family: SiteFamily) {
  const rungs = codeRungs(family, caseName, latestRun(family, caseName)!);
  const at = rungs.findIndex((rung, place) => rung.isRecorded && rungs[place - 1]?.isRecorded);
  return { before: rungs[at - 1]!, rung: rungs[at]! };
}

test('each rung says what it brings over the one before, in the same run', async () => {
  const { page, go } = opened();
  const family = await gemm();
  await go(address(), '#trend-chart');
  const timed = rungsOf(family, caseName, latestRun(family, caseName)!, 'medianNs').filter(
    (rung) => rung.status === 'passed' && !rung.isNewer && rung.point.peer === undefined,
  );
  expect(timed.length).toBeGreaterThan(2);
  for (const [at, { series, point }] of timed.entries()) {
    const text = await page.textContent(`.rung[data-variant="${series.variant}"] .rung-step`);
    const before = timed[at - 1]?.point.timing?.medianNs;
    const ratio = before === undefined ? '' : formatSpeedup(before / point.timing!.medianNs);
    expect(text?.replace(/^step (≈\s)?/, '')).toBe(ratio);
  }
  expect(await page.locator('#rungs-table tbody tr').count()).toBeGreaterThanOrEqual(timed.length);
});

const textOf = async (hash: string) =>
  (await site().file(`kernels/${hash}.json`, parseKernel)).passes[0]!.text;

test('one click on a rung shows what its WGSL differs in from the rung before, in words and by the keyboard', async () => {
  const { page, complaints, go } = opened();
  const family = await gemm();
  const { before, rung } = coded(family);
  const [old, own] = [await textOf(before.hash), await textOf(rung.hash)];
  const { added, removed } = differenceOf(old, own);
  await go(address(), '#trend-chart');
  await page.click(`.rung[data-variant="${rung.variant}"] .rung-name a`);
  await page.waitForSelector('#code-difference-0');
  const changes = await page.locator('#code-difference-0 td.change').allTextContents();
  expect(changes.filter((word) => word === 'added')).toHaveLength(added);
  expect(changes.filter((word) => word === 'removed')).toHaveLength(removed);
  await page.focus('#split');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#code-difference-0.split');
  expect(await state(page)).toMatchObject({ rung: rung.variant, isSplit: true });
  await page.click('#show-whole');
  await page.waitForSelector('#code pre');
  expect(await page.locator('#code pre').first().textContent()).toBe(own.trimEnd());
  expect(await page.locator('#code .token-keyword').count()).toBeGreaterThan(3);
  expect(complaints).toEqual([]);
});

test.for(['light', 'dark'] as const)('code and trend fit a telephone, %s', async (colorScheme) => {
  const { page, complaints, go } = opened();
  const { rung } = coded(await gemm());
  await page.emulateMedia({ colorScheme });
  await resize(page, 360);
  await go(address({ rung: rung.variant, isSplit: true }), '#code-difference-0');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  // No room for two texts side by side.
  expect(await page.locator('#code-difference-0.split, #split').count()).toBe(0);
  expect(complaints).toEqual([]);
});

/** Answers with the family once more, a month earlier, as the same device under another driver has it; the key is that of no known system. */
async function addOlderKey(page: Page, family: SiteFamily): Promise<string> {
  const { data, index } = site();
  const own = hardwareOf(site());
  const key = `${own.machine.key.slice(0, -8)}00000000`;
  const older = { ...own, families: ['gemm'], machine: { ...own.machine, key, driver: 'older', os: 'none' } };
  const runs = family.runs.map((run) => ({
    ...run,
    startedAt: run.startedAt.replace('2026-11', '2026-10'),
  }));
  // As the file itself is packed.
  const file = JSON.parse(await readFile(join(data, own.machine.key, 'gemm.json'), 'utf8'));
  const answers = {
    [`${key}/gemm.json`]: { ...file, machineKey: key, runs },
    'index.json': { ...index, machines: [...index.machines, older] },
  };
  for (const [name, json] of Object.entries(answers))
    await page.route(`**/data/${name}`, (route) => route.fulfill({ json }));
  return key;
}

test('the trend goes on over another machine key of the device, in lines of its own', async () => {
  const { page, go } = await fresh();
  const family = await gemm();
  const { columns, lines } = trendOf(family, caseName, 'gflops');
  const { machine } = hardwareOf(site());
  await go(address({ machine: machine.key, hidden: [] }), '#trend-chart');
  expect(await page.locator('#all-keys').count()).toBe(0);
  const key = await addOlderKey(page, family);
  await page.reload();
  await page.click('#all-keys');
  await page.waitForSelector(`#trend-chart[data-columns="${2 * columns.length}"]`);
  expect((await state(page)).allKeys).toBe(true);
  expect((await chart(page))['variants']?.split(',')).toHaveLength(2 * lines.length);
  // One button takes both lines of a variant out.
  expect(await page.locator('#trend .legend button[id^="line-"]').count()).toBe(lines.length);
  expect(await page.textContent('#trend')).toContain('driver older');
  await page.focus('#trend-chart');
  await page.keyboard.press('Home');
  expect(await page.textContent('#trend-said')).toContain(`at ${key.slice(-8)}`);
});
