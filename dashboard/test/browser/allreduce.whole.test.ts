// Allreduce in a real browser: measured rows of the recorded history, held rows of NCCL, and the model recomputed in the page.
import { references } from '@kernel-ladder/collectives';
import { expect, test } from 'vitest';
import { deviceLines } from '../../src/model/allreduce.ts';
import { addressOf } from '../../src/state.ts';
import { resize } from './looks.ts';
import { coloursOf, hardwareOf, useRecordedSite } from './recorded.ts';

const { site, opened } = useRecordedSite();
const at = addressOf({ page: 'allreduce' });

test('shows NCCL beside the model, and ranks of one device as what they are', async () => {
  const { page, complaints, go } = opened();
  await go(at, '#links-chart');
  const held = references.filter(({ ranks }) => ranks === 8);
  expect(await page.locator('#ratios li').count()).toBe(held.length);
  expect(await page.textContent('#links')).toContain('NCCL 2.28.9 on 8 × NVIDIA H200 on one NVSwitch host');
  const family = await site().family(hardwareOf(site()).machine.key, 'allreduce');
  const points = deviceLines(family, 8).flatMap((line) => line.points);
  expect(await page.getAttribute('#device-chart', 'data-points')).toBe(String(points.length));
  expect(await page.textContent('#device')).toMatch(/Simulated ranks.*No link is in these times/);
  for (const chart of ['#links-chart', '#device-chart'])
    expect(await coloursOf(page, chart)).toBeGreaterThan(10);
  expect(complaints).toEqual([]);
});

test('a recorded row of NCCL says that the host’s part of a call is not in it', async () => {
  const { page, go } = opened();
  await go(`${at}&ranks=2`, '#links-title:has-text("2 ranks")');
  expect(await page.textContent('#links')).toMatch(
    /recorded\. Recorded times are those of the devices alone/,
  );
  await go(`${at}&ranks=8`, '#links-title:has-text("8 ranks")');
  expect(await page.textContent('#links')).not.toContain('Recorded times');
});

test('a parameter recomputes the model, stays in the address, and goes back to what the file says', async () => {
  const { page, go } = opened();
  await go(at, '#ratios');
  const before = await page.textContent('#ratios');
  await page.fill('#set-intra-bandwidthGBps', '100');
  await page.locator('#set-intra-bandwidthGBps').blur();
  await page.waitForFunction(() => location.hash.includes('set=intra.bandwidthGBps=100'));
  await page.waitForSelector('#topology .badge:has-text("337 in the file")');
  const after = await page.textContent('#ratios');
  expect(after).not.toBe(before);
  expect(await page.locator('#calls-table .badge:has-text("differs")').count()).toBeGreaterThan(0);
  await page.reload();
  await page.waitForSelector('#ratios');
  expect(await page.textContent('#ratios')).toBe(after);
  await page.click('#usual');
  await page.waitForSelector('#usual', { state: 'detached' });
  expect(await page.textContent('#ratios')).toBe(before);
});

test('another topology has other ranks, and says where it cannot place them', async () => {
  const { page, go } = opened();
  await go(at, '#pick-topology');
  await page.selectOption('#pick-topology', 'ib-400g-128x8');
  await page.selectOption('#pick-ranks', '1024');
  await page.waitForSelector('#links-title:has-text("1024 ranks")');
  expect(await page.textContent('#links')).toMatch(/Nobody measured NCCL on 1024 ranks/);
  await page.goto(`${site().url}${addressOf({ page: 'allreduce', ranks: '16' })}`);
  await page.waitForSelector('#links-title:has-text("16 ranks")');
  expect(await page.textContent('#links .note')).toMatch(
    /h200-nvswitch-8 cannot place the ranks: 1 to 8 here, not 16/,
  );
});

test('a line is taken out and put back, and the address keeps it', async () => {
  const { page, go } = opened();
  await go(at, '#links-chart');
  const count = async () => Number(await page.getAttribute('#links-chart', 'data-points'));
  const before = await count();
  await page.focus('#links-chart-line-tree');
  await page.keyboard.press('Enter');
  await expect.poll(count).toBeLessThan(before);
  expect(await page.evaluate(() => location.hash)).toContain('hide=tree');
  await page.click('#links-chart-line-tree');
  await expect.poll(count).toBe(before);
});

test.for([
  ['topology=moon', 'No topology “moon” here; showing h200-nvswitch-8.'],
  ['set=intra.latencyUs=-1', '“intra.latencyUs=-1”: Latency in a node is a number of at least 0.'],
  ['metric=gflops', 'No metric “gflops” here; showing bus bandwidth.'],
] as const)('says of %s what is not there', async ([wish, note]) => {
  const { page, go } = opened();
  await go(`#page=allreduce&${wish}`, '#links-chart');
  expect(await page.locator('#notices .note').allTextContents()).toEqual([note]);
});

test.for([360, 2560])('fits a page of %d pixels', async (width) => {
  const { page, go } = opened();
  await resize(page, width);
  await go(at, '#links-chart');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});
