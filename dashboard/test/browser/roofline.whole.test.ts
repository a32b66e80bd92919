// The roofline of a machine in a real browser, over the recorded history.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { machineRoofline } from '../../src/model/machine-roofline.ts';
import type { RooflineWish } from '../../src/model/machine-roofline.ts';
import { addressOf } from '../../src/state.ts';
import { resize } from './looks.ts';
import { coloursOf, hardwareOf, useRecordedSite } from './recorded.ts';

const { site, opened } = useRecordedSite();
const usual = { dtype: null, families: [], allCases: false };
const chart = '#machine-roofline-chart';

async function rooflineOf(wish: Partial<RooflineWish> = {}) {
  const { machine, families } = hardwareOf(site());
  const files = await Promise.all(families.map((name) => site().family(machine.key, name)));
  return machineRoofline(files, machine, { ...usual, ...wish })!;
}

test('has every rung of the headline cases under roofs that were measured, and the same as a table', async () => {
  const { page, complaints, go } = opened();
  const { points, arithmetic, dtype, families } = await rooflineOf();
  await go(addressOf({ page: 'roofline' }), chart);
  expect(await page.textContent('#machine-roofline-title')).toBe(`Roofline of ${dtype}`);
  expect(await page.getAttribute(chart, 'data-points')).toBe(String(points.length));
  expect(await page.getAttribute('#roof-table', 'aria-rowcount')).toBe(String(points.length + 1));
  expect(await coloursOf(page, chart)).toBeGreaterThan(families.length);
  const text = await page.textContent('#machine-roofline');
  expect(arithmetic.some(({ source }) => source === 'datasheet')).toBe(true);
  expect(text).toMatch(/Measured roofs: memory [\d,.]+ GB\/s, f32/);
  expect(text).toMatch(/Dashed, the datasheet’s: memory/);
  expect(complaints).toEqual([]);
});

test('focus and arrows say the bound, the share and what the time is spent on', async () => {
  const { page, go } = opened();
  const { points } = await rooflineOf();
  await go(addressOf({ page: 'roofline' }), chart);
  await page.focus(`${chart}-points`);
  await page.keyboard.press('ArrowRight');
  const said = () => page.textContent(`${chart}-said`);
  await expect.poll(said).toContain(points[0]!.case);
  expect(await said()).toMatch(
    /% of the memory roof · bound: [a-z0-9 ]+; memory [\d.]+\s%, requests [\d.]+\s%/,
  );
  const href = await page.getAttribute(`${chart}-said a`, 'href');
  expect(href).toContain(`case=${points[0]!.case}`);
});

test('a kernel that was taken apart says at its point and in its row what holds it back', async () => {
  const { page, go } = opened();
  const { points, probes } = await rooflineOf();
  const at = points.findIndex(({ id }) => probes.has(id));
  const { by, numbers, commit } = probes.get(points[at]!.id)!;
  await go(addressOf({ page: 'roofline' }), chart);
  expect(await page.textContent('#machine-roofline')).toContain(
    `${probes.size} kernels of this machine were taken apart`,
  );
  await page.focus(`${chart}-points`);
  for (let step = 0; step <= at; step++) await page.keyboard.press('ArrowRight');
  const said = () => page.textContent(`${chart}-said`);
  await expect.poll(said).toContain(`taken apart at ${commit}: ${by}`);
  expect(await said()).toContain(numbers.split(', ')[0]);
  await page.click('#roof-table-sort-probes');
  await page.click('#roof-table-sort-probes');
  const cells = await page.textContent('#roof-table tbody');
  expect(cells).toMatch(/taken|without/);
});

test('type, cases, families and ranges are in the address, and a link has them again', async () => {
  const { page, go } = opened();
  await go(addressOf({ page: 'roofline' }), chart);
  await page.selectOption('#pick-dtype', 'f16-f32');
  await page.waitForSelector('#machine-roofline-title:has-text("f16-f32")');
  await page.selectOption('#pick-cases', 'all');
  const all = await rooflineOf({ dtype: 'f16-f32', allCases: true });
  await page.waitForSelector(`${chart}[data-points="${all.points.length}"]`);
  await page.uncheck('#family-reduce');
  const some = all.points.filter(({ id }) => !id.startsWith('reduce/'));
  await page.waitForSelector(`${chart}[data-points="${some.length}"]`);
  await page.fill('#intensity-from', '10');
  await page.locator('#intensity-from').blur();
  await page.waitForSelector('#notices :text("needs both ends")');
  await page.fill('#intensity-to', '5000');
  await page.locator('#intensity-to').blur();
  await page.waitForFunction(() => location.hash.includes('intensity=10..5000'));
  await page.reload();
  await page.waitForSelector(`${chart}[data-points="${some.length}"]`);
  expect(await page.locator('#notices .note').count()).toBe(0);
  expect(await page.inputValue('#intensity-from')).toBe('10');
});

test('the file has every point with its roof', async () => {
  const { page, go } = opened();
  const { points } = await rooflineOf();
  await go(addressOf({ page: 'roofline' }), '#roof-csv');
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('#roof-csv')]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(points.length + 1);
  expect(lines[1]).toContain(points[0]!.id);
});

test.for([360, 2560])('fits a page of %d pixels', async (width) => {
  const { page, go } = opened();
  await resize(page, width);
  await go(addressOf({ page: 'roofline' }), chart);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});
