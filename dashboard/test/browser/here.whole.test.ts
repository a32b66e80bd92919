// The suite in the visitor's browser: a real Chromium runs an id of each family on SwiftShader, and the command records what it wrote.
import { globSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Run } from '@kernel-ladder/schema';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { formatTime } from '../../src/format.ts';
import { openPage, startBrowser, withWebGpu } from '../browser.ts';
import { startSite } from '../site.ts';
import type { Site } from '../site.ts';
import { violations } from './axe.ts';
import { firstOfEach, listedIds, listen } from './listed.ts';
import { resize } from './looks.ts';
import { hardwareOf } from './recorded.ts';
import { asClean, recordRun, runChosen, runLimitMs, saveRun } from './saved-run.ts';

const workspace = fileURLToPath(new URL('../../../', import.meta.url));
const registered = globSync('packages/kernel-*/src/family.ts', { cwd: workspace })
  .map((path) => /kernel-([^/]+)/.exec(path)?.[1])
  .toSorted();
// A run of the tracked machine that has softmax at sizes of smoke.
const tracked = 'nvidia-h200-vulkan-f683e31d/2026-11-21-4c0923cd-2.json';
let folder: string;
let site: Site;
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kernel-ladder-here-'));
  const history = join(folder, 'tracked');
  await cp(join(workspace, 'dashboard/history', tracked), join(history, tracked));
  [site, browser] = await Promise.all([startSite(inject('builtSite'), history), startBrowser(withWebGpu)]);
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await rm(folder, { recursive: true });
});

async function open(address: string, on = browser) {
  const { page, complaints } = await openPage(on);
  await page.goto(`${site.url}${address}`);
  return { page, complaints };
}

const save = (page: Page) => saveRun(page, folder);
const record = (file: string, ...flags: readonly string[]) => recordRun(file, folder, flags);

test(
  'an id of each family finishes, is shown beside the tracked machine, and its file is one that the command records',
  async () => {
    const { page, complaints } = await openPage(browser);
    await listen(page);
    await page.goto(`${site.url}#page=here`);
    const ids = await listedIds(page);
    expect(await page.textContent('#here-takes')).toContain(
      ` ${ids.length} ids of smoke on google swiftshader`,
    );
    const first = firstOfEach(ids);
    expect(first.map(({ family }) => family).toSorted()).toEqual(registered);
    const chosen = first.map(({ id }) => id);
    await page.fill('#here-words', chosen.join(' '));
    await page.waitForSelector(`#here-takes:text-matches(" ${chosen.length} ids of smoke")`);
    await runChosen(page);
    const all = chosen.length;
    expect(await page.textContent('#here-status')).toMatch(
      new RegExp(`^Finished: ${all} of ${all} ids in .+ ${all} passed, 0 failed`),
    );
    const { file, run: own } = await save(page);
    expect(own.results.map(({ id }) => id)).toEqual(chosen);
    expect(own.results.every(({ check }) => check?.post === true)).toBe(true);
    expect(own.machine).toMatchObject({ backend: 'browser', driver: '', toggles: [], software: true });
    expect(own.machine.key).toMatch(/^browser-google-swiftshader-headlesschrome-[0-9a-f]{8}$/);
    expect(own.run).toMatchObject({ suite: 'smoke', interrupted: false });
    expect(own.run.argv).toEqual(['--suite', 'smoke', ...chosen.flatMap((id) => ['--select', id])]);
    expect(own.families?.map(({ name }) => name).toSorted()).toEqual(registered);

    const shown = own.results.find(({ id }) => id.startsWith('softmax/'));
    const row = page.locator(`#here-table tr[data-id="${shown?.id}"]`);
    expect(await row.locator('[data-column="time"]').textContent()).toBe(formatTime(shown!.timing!.medianNs));
    const { series } = await site.family(hardwareOf(site).machine.key, 'softmax');
    const before = series.find(({ id }) => id === shown?.id)?.points.findLast(({ timing }) => timing);
    expect(await row.locator('[data-column="tracked"]').textContent()).toBe(
      formatTime(before!.timing!.medianNs),
    );
    expect(complaints).toEqual([]);
    await page.close();
    await holdRecorded(file, own);
  },
  runLimitMs,
);

/** Holds what `bench record` makes of a file: it refuses a tree with changes, and takes runs and texts of a clean one. */
async function holdRecorded(file: string, own: Run): Promise<void> {
  const isRefused = (await record(file)).stderr.includes('was measured on uncommitted changes');
  expect(isRefused).toBe(own.run.commit.dirty);
  await asClean(file, own);
  const { stderr, files } = await record(file);
  expect(stderr).not.toContain('without texts');
  const day = own.run.commit.date.slice(0, 10);
  const sha = own.run.commit.sha.slice(0, 8);
  expect(files).toEqual([
    `${own.machine.key}/${day}-${sha}.json`,
    expect.stringMatching(/^kernels\/.+\.ndjson\.br$/),
  ]);
}

test('goes on while another page is read; stopped in the middle it keeps what had finished, as an interrupted run', async () => {
  const { page, complaints } = await open('#page=here&family=reduce,scan,softmax');
  await page.focus('#here-start');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#here-status:text-matches("^[2-9] of")');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('here-start');
  await page.click('#page-judge');
  await page.waitForFunction(() => document.title.startsWith('How often is the judge wrong?'));
  await page.evaluate(() => history.back());
  await page.waitForSelector('#here-status:text-matches("^[0-9]+ of")');
  await page.focus('#here-stop');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#here-checked:text-is("It follows the schema of runs.")');
  expect(await page.textContent('#here-status')).toMatch(/^Stopped: \d+ of \d+ ids/);
  expect(await violations(page)).toEqual([]);
  await resize(page, 360);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const { file, run: own } = await save(page);
  expect(own.run.interrupted).toBe(true);
  expect(own.run.argv.slice(0, 4)).toEqual(['--suite', 'smoke', '--select', '!allreduce']);
  expect(own.results.length).toBeGreaterThan(1);
  expect(complaints).toEqual([]);
  // The device went with the run: another one starts anew.
  await page.fill('#here-words', 'softmax/subgroup/rows=33,columns=257,f32');
  await runChosen(page);
  expect(await page.textContent('#here-status')).toMatch(/^Finished/);
  await page.close();
  await asClean(file, own);
  expect((await record(file)).stderr).toContain('was interrupted');
  expect((await record(file, '--partial')).files).toHaveLength(2);
});

test('what is chosen is in the address, and comes back with it', async () => {
  const { page } = await open('#page=here');
  await page.selectOption('#here-suite', 'quick');
  await page.uncheck('#here-family-gemm');
  await page.fill('#here-words', 'scan/** reduce/naive');
  await page.waitForSelector('#here-takes:text-matches("of quick")');
  const said = await page.textContent('#here-takes');
  expect(new URL(page.url()).hash).toBe(
    `#page=here&family=${registered.filter((name) => name !== 'gemm').join(',')}&q=scan/**+reduce/naive&suite=quick`,
  );
  await page.reload();
  await page.waitForSelector('#here-takes');
  expect(await page.textContent('#here-takes')).toBe(said);
  await page.fill('#here-words', 'rduce/**');
  await page.waitForSelector('#here-takes:text-matches("No id here matches “rduce/\\\\*\\\\*”")');
  expect(await page.isDisabled('#here-start')).toBe(true);
  await page.close();
});

const oneRung = '#page=here&family=reduce&q=reduce/subgroup/**';

/** A browser of which a line of the worker's script has made another one. */
async function openChanged(line: string): Promise<Page> {
  const { page } = await openPage(browser);
  await page.route('**/assets/worker-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${line}\n${await response.text()}` });
  });
  await page.goto(`${site.url}${oneRung}`);
  return page;
}

test('without timestamps every time is a slope on the wall clock, and the page and the file say so', async () => {
  const page = await openChanged(
    `Object.defineProperty(GPUAdapter.prototype, 'features', { get: () => new Set(['subgroups']) });`,
  );
  await page.waitForSelector('.hint:text-matches("offers no timestamp queries")');
  await runChosen(page);
  // A busy machine gives further reasons, such as an unstable session, and they stand in the same cell.
  const reasons = await page.locator('#here-table [data-column="why"] .why').allTextContents();
  expect(reasons.length).toBeGreaterThan(0);
  for (const reason of reasons) expect(reason).toMatch(/^not comparable: (.+, )?host clock(, |$)/);
  const { run: own } = await save(page);
  const timings = own.results.flatMap(({ timing }) => timing ?? []);
  expect(timings.length).toBeGreaterThan(0);
  expect(timings.every(({ clock, method }) => clock === 'host' && method === 'slope')).toBe(true);
  await page.close();
});

test('where a browser keeps WebGPU from workers, the page runs the kernels itself', async () => {
  const page = await openChanged('delete WorkerNavigator.prototype.gpu;');
  await page.waitForSelector('#here-start');
  await runChosen(page);
  expect(await page.textContent('#here-status')).toMatch(/^Finished.+ 0 failed/);
  await page.close();
});

test('a device that is lost ends the run, which says so and keeps what had finished', async () => {
  // The first device is that of the look; the second goes with the third of its results.
  const page = await openChanged(`
    const { requestDevice } = GPUAdapter.prototype;
    const devices = [];
    GPUAdapter.prototype.requestDevice = async function (wishes) {
      const device = await requestDevice.call(this, wishes);
      devices.push(device);
      return device;
    };
    const tell = globalThis.postMessage.bind(globalThis);
    let results = 0;
    globalThis.postMessage = (told) => {
      if (told.event?.type === 'result' && ++results === 3) devices[1].destroy();
      tell(told);
    };`);
  await page.fill('#here-words', 'reduce');
  await runChosen(page);
  expect(await page.textContent('#here-status')).toMatch(/^The device was lost \(destroyed.*\): [34] of/);
  const { run: own } = await save(page);
  expect(own.run.interrupted).toBe(true);
  expect(own.results[0]?.status).toBe('passed');
  await page.close();
});

test('a browser without WebGPU, or without an adapter, gets a sentence and no button', async () => {
  const { page } = await openPage(browser);
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'gpu'));
  await page.goto(`${site.url}#page=here`);
  await page.waitForSelector('#here-status:text-matches("^This browser has no WebGPU")');
  expect(await page.locator('#here-start').count()).toBe(0);
  await page.close();
  const withoutGpu = await startBrowser();
  const { page: other } = await open('#page=here', withoutGpu);
  await other.waitForSelector('#here-status:text-matches("offers no adapter|has no WebGPU")');
  await withoutGpu.close();
});
