// The page of a run in a real browser, over the recorded history: it shows what the run's file says.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseRun, parseSiteRunList, readJson, traceOf } from '@kernel-ladder/schema';
import type { SiteRunFile, Timeline } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { formatTime } from '../../src/format.ts';
import { addressOf } from '../../src/state.ts';
import { violations } from './axe.ts';
import { hardwareOf, useRecordedSite } from './recorded.ts';

const { site, opened, fresh } = useRecordedSite();

const name = 'nvidia-h200-vulkan-f683e31d/2026-11-22-919d0acf-3.json';
const file = fileURLToPath(new URL(`../../history/${name}`, import.meta.url));
const recorded = async () => parseRun(name, readJson(name, await readFile(file, 'utf8')));
const at = (run: string, wishes: object = {}) => addressOf({ page: 'run', run, ...wishes });

test('lists every recorded run, and leads to each and to its comparison with the one before', async () => {
  const { page, complaints, go } = opened();
  const { machine } = hardwareOf(site());
  const { runs } = await site().file(`run/${machine.key}.json`, parseSiteRunList);
  await go(addressOf({ page: 'run' }), '#runs-table');
  expect(await page.textContent('#runs [role="status"]')).toContain(`${runs.length} of ${runs.length} runs`);
  // A part of a suite stands beside no other run.
  const row = page
    .locator('#runs-table tbody tr')
    .filter({ has: page.locator('[data-column="compare"] a') })
    .nth(1);
  const runId = await row.getAttribute('data-id');
  const listed = runs.find(({ run }) => run.runId === runId);
  expect(await row.locator('td[data-column="passed"]').textContent()).toBe(String(listed?.passed));
  await row.locator('[data-column="compare"] a').click();
  await page.waitForSelector('#compared-table');
  await page.goBack();
  await page.waitForSelector('#runs-table');
  await page.locator(`#runs-table tbody tr[data-id="${runId}"] th a`).click();
  await page.waitForSelector('#run-table');
  expect(page.url()).toContain(`run=${runId}`);
  expect(complaints).toEqual([]);
});

test('shows every result with its number, its check and its distribution, as the file has them', async () => {
  const { page, complaints, go } = opened();
  const { run, results, machine } = await recorded();
  await go(at(run.id), '#run-table');
  expect(await page.textContent('#run-results [role="status"]')).toBe(
    `${results.length} of ${results.length} results`,
  );
  const timed = results.flatMap(({ id, timing, check }) => (timing && check ? [{ id, timing, check }] : []));
  for (const { id, timing, check } of timed.slice(0, 3)) {
    const row = page.locator(`#run-table tr[data-id="${id}"]`);
    const median = formatTime(timing.medianNs);
    const cells = ['median', 'n', 'stop', 'oracle'].map((column) =>
      row.locator(`[data-column="${column}"]`).textContent(),
    );
    expect(await Promise.all(cells)).toEqual([
      median,
      String(timing.n),
      timing.stopReason.replaceAll('-', ' '),
      check.oracle,
    ]);
    expect(await row.locator('svg.quantiles').getAttribute('aria-label')).toContain(`median ${median}`);
  }
  const environment = (await page.textContent('#environment')) ?? '';
  for (const fact of [machine.driver, machine.webgpu, machine.os, machine.node, ...machine.toggles])
    expect(environment).toContain(fact);
  expect(await page.locator('#rulers-table tbody tr').count()).toBe(3);
  expect(await page.textContent('#run')).toContain(`dashboard/history/${name}`);
  expect(complaints).toEqual([]);
});

test('a failure is a reason and no number, and its filter is in the address', async () => {
  const { page, go } = opened();
  const { machine } = hardwareOf(site());
  const { runs } = await site().file(`run/${machine.key}.json`, parseSiteRunList);
  const failing = runs.find(({ failed }) => failed > 0);
  await go(at(failing?.run.runId ?? '', { status: 'failed' }), '#run-table');
  const rows = page.locator('#run-table tbody tr[data-id]');
  expect(await rows.count()).toBe(failing?.failed);
  expect(await rows.first().locator('[data-column="median"]').textContent()).toBe('—');
  expect(await rows.first().locator('[data-column="why"]').textContent()).toMatch(/^\S+: \S/);
});

test('saves the rows that are shown, and a header sorts them from the keyboard', async () => {
  const { page, go } = opened();
  const { run, results } = await recorded();
  await go(at(run.id, { query: 'softmax' }), '#run-table');
  await page.focus('#run-table-sort-median');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#run-table th[data-column="median"][aria-sort="ascending"]');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save-csv')]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  const wanted = results.filter(({ id }) => id.includes('softmax'));
  expect(wanted.length).toBeGreaterThan(1);
  expect(lines).toHaveLength(1 + wanted.length);
  for (const { id, timing } of wanted)
    expect(lines.some((line) => line.startsWith(`"${id}",passed,${timing?.medianNs},`))).toBe(true);
});

const timeline: Timeline = {
  clock: 'timestamps',
  alignedWithinUs: 5,
  wallUs: 100,
  chunks: 1,
  busyUs: { upload: 60, kernel: 50, download: 40 },
  overlapUs: { uploadKernel: 30, kernelDownload: 20, uploadDownload: 4 },
  spans: (['host', 'upload', 'kernel', 'download'] as const).map((lane, index) => ({
    lane,
    name: 'work',
    slot: 0,
    chunk: 0,
    atUs: 20 * index,
    us: 30,
  })),
};

test('of pipelines it draws the timeline, says what overlaps, and saves a trace', async () => {
  const { page, complaints, load } = await fresh();
  const { run, results: all } = await recorded();
  const [first] = all.filter(({ status }) => status === 'passed');
  // As a run of pipelines has it: no recorded one does.
  await page.route(`**/run/*/${run.id}.json`, async (route) => {
    const response = await route.fetch();
    const answered = (await response.json()) as SiteRunFile;
    const results = answered.run.results.map((result) =>
      result.id === first?.id ? { ...result, timeline } : result,
    );
    await route.fulfill({ response, json: { ...answered, run: { ...answered.run, results } } });
  });
  await load(at(run.id), '#timelines-table');
  const row = page.locator(`#timelines-table tr[data-id="${first?.id}"]`);
  const cells = ['wall', 'efficiency', 'uploadKernel', 'kernelDownload', 'uploadDownload'].map((column) =>
    row.locator(`[data-column="${column}"]`).textContent(),
  );
  expect(await Promise.all(cells)).toEqual([formatTime(100_000), '0.56', '60 %', '50 %', 'serial']);
  expect(await row.locator('svg.lanes').getAttribute('aria-label')).toContain(`kernel ${formatTime(50_000)}`);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save-trace')]);
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toEqual(
    traceOf([{ id: first?.id ?? '', timeline }]),
  );
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('says of a run that is not there that it is not, and shows the list', async () => {
  const { page, go } = opened();
  await go(at('nobody'), '#runs-table');
  expect(await page.locator('#notices .note').allTextContents()).toEqual([
    'No run “nobody” of this machine here; showing its newest runs.',
  ]);
});

test('a commit that changed a kernel shows its text before and after', async () => {
  const { page, go } = opened();
  await go(addressOf({ page: 'commit', commit: '8635eb1c' }), '#slower .cause-text');
  await page.locator('#slower .cause-text > summary').first().click();
  const said = page.locator('#slower .cause-text :is(.difference, .hint)').first();
  // The texts of so old a kernel were recorded by nobody, and that is said.
  expect(await said.textContent()).toMatch(/register at 2142979f/);
});
