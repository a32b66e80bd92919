// More questions of readers, from the bare address and over the recorded history: files, a run in the browser, filters, sources, the feed.
import { readFile } from 'node:fs/promises';
import { parseKernel, parseSiteGrid, parseSiteJudgement } from '@kernel-ladder/schema';
import { expect, onTestFinished, test } from 'vitest';
import { formatTime } from '../../src/format.ts';
import { themes } from '../../src/theme.ts';
import { openPage, startBrowser, withWebGpu } from '../browser.ts';
import { asking, useQuestions, product, productFlop, tableRow, productLink, medianOf } from './asked.ts';

const { site, opened, ask, keyOf, fileOfRun, listedRuns, text, shownIds, saved, newestWith } = useQuestions();

test('take the trend away as CSV and as a picture: three clicks for both', async () => {
  const { click } = await ask(3);
  const { page } = opened();
  await click(productLink);
  await page.waitForSelector('#trend-chart');
  const csv = (await saved(() => click('#trend-csv'))).toString('utf8');
  const lines = csv.trim().split('\r\n').slice(1);
  const single = lines.map((line) =>
    /^(\w+),[^,]*,([^, ]+),"gemm\/register\/[^"]*",passed,([^,]+),/.exec(line),
  );
  const found = single.flatMap((one) => (one ? [one] : []));
  expect(found.length).toBeGreaterThan(3);
  for (const [, sha, run, value] of found) {
    const { results, run: of } = await fileOfRun(run!);
    expect(of.commit.sha).toBe(sha);
    expect(Number(value) / (productFlop / medianOf(results, `gemm/register/${product}`))).toBeCloseTo(1, 4);
  }
  const png = await saved(() => click('#trend-png'));
  const pixels = await page.evaluate(
    async (bytes) => {
      const picture = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const pen = canvas.getContext('2d')!;
      pen.drawImage(picture, 0, 0);
      const { data } = pen.getImageData(0, 0, picture.width, picture.height);
      const colours = new Set<string>();
      for (let at = 0; at < data.length; at += 4)
        colours.add(`#${[0, 1, 2].map((part) => data[at + part]!.toString(16).padStart(2, '0')).join('')}`);
      return { width: picture.width, colours: [...colours] };
    },
    [...png],
  );
  expect(pixels.width).toBeGreaterThan(600);
  for (const colour of themes.light.series.slice(0, 4))
    expect(pixels.colours).toContain(colour.toLowerCase());
});

test('what would it take to run this here? One click, and two to choose', async () => {
  const browser = await startBrowser(withWebGpu);
  onTestFinished(() => browser.close());
  const { page } = await openPage(browser);
  const { click, choose } = await asking(page, site().url, 2);
  await click('#page-here');
  await page.waitForSelector('#here-takes');
  const taken = async () =>
    /(\d+) ids of (\w+) on (.+): roughly (\d+) (s|min)\./.exec(
      (await page.textContent('#here-takes')) ?? '',
    )!;
  const [, smoke, suite, adapter, long, unit] = await taken();
  expect([suite, adapter]).toEqual(['smoke', expect.stringMatching(/swiftshader/i)]);
  // Every variant on at least one case.
  const rungs = new Set(
    (await site().file(`grid/${keyOf()}.json`, parseSiteGrid)).rows
      .filter(({ kind }) => kind === 'gpu')
      .map(({ family, rung }) => `${family}/${rung}`),
  );
  expect(Number(smoke)).toBeGreaterThanOrEqual(rungs.size);
  // 0.4 s an id, in the unit that is said.
  expect(Number(long)).toBe(Math.round((0.4 * Number(smoke)) / (unit === 'min' ? 60 : 1)));
  await choose('#here-suite', 'full');
  await page.waitForFunction(() => document.querySelector('#here-takes')?.textContent?.includes(' of full '));
  expect(Number((await taken())[1])).toBeGreaterThan(Number(smoke));
  expect(await page.textContent('#here-status')).toBe('Ready.');
});

test('only attention of f16: three clicks', async () => {
  const { click, choose } = await ask(3);
  const { page } = opened();
  const { rows } = await site().file(`grid/${keyOf()}.json`, parseSiteGrid);
  const wanted = rows.filter(({ family, dtype }) => family === 'attention' && dtype === 'f16');
  await click('#page-grid');
  await choose('#facet-family', 'attention');
  await choose('#facet-dtype', 'f16');
  await page.waitForSelector(`#grid [role="status"]:text-matches("^${wanted.length} of ")`);
  const ids = new Set(wanted.map(({ id }) => id));
  const shown = await shownIds('grid-table');
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.filter((id) => !ids.has(id))).toEqual([]);
});

test('on what did the newest run run, and how was it sampled? One click', async () => {
  const { click } = await ask(1);
  const { page } = opened();
  const [newest] = await listedRuns();
  const { machine, results } = await fileOfRun(newest!.run.runId);
  await click(`${tableRow('runs-table', newest!.run.runId)} th a`);
  await page.waitForSelector('#run-table tbody tr');
  const environment = await text('#environment');
  for (const fact of [
    machine.driver,
    machine.os,
    machine.node,
    machine.webgpu,
    machine.card?.id ?? '',
    ...machine.toggles,
  ])
    expect(environment).toContain(fact);
  const timed = (await shownIds('run-table')).filter((id) =>
    results.some((one) => one.id === id && one.timing),
  );
  expect(timed.length).toBeGreaterThan(5);
  for (const id of timed.slice(0, 6)) {
    const { timing } = results.find((one) => one.id === id)!;
    const row = tableRow('run-table', id);
    expect(await text(`${row} [data-column="n"]`)).toBe(timing!.n.toLocaleString('en'));
    expect(await page.getAttribute(`${row} svg.quantiles`, 'aria-label')).toContain(
      formatTime(timing!.medianNs),
    );
  }
});

test('what is the source of the fastest rung? Three clicks to the whole text', async () => {
  const { click } = await ask(3);
  const { page } = opened();
  const id = `gemm/register/${product}`;
  const { kernelHash } = (await newestWith(id)).find((one) => one.id === id)!;
  const { passes } = await site().file(`kernels/${kernelHash}.json`, parseKernel);
  await click(productLink);
  await click('.rung[data-variant="register"] .rung-name a');
  await click('#show-whole');
  await page.waitForSelector('#code pre');
  expect(await page.locator('#code pre').first().textContent()).toBe(passes[0]!.text.trimEnd());
});

test('tell me when something changes: the feed is one click away, and reads as XML', async () => {
  const { click } = await ask(1);
  const { page } = opened();
  const { changes, runs } = await site().file(`judgement/${keyOf()}.json`, parseSiteJudgement);
  const [answer] = await Promise.all([page.waitForResponse(/\/feed\/.*\.xml$/), click('#feed')]);
  expect(answer.headers()['content-type']).toMatch(/xml/);
  const xml = await readFile(`${site().data}/feed/${keyOf()}.xml`, 'utf8');
  await page.goto(site().url);
  const read = await page.evaluate((source) => {
    const feed = new DOMParser().parseFromString(source, 'application/xml');
    const all = (selector: string) =>
      [...feed.querySelectorAll(selector)].map((one) => one.textContent ?? '');
    return { root: feed.documentElement.nodeName, entries: all('entry') };
  }, xml);
  expect(read.root).toBe('feed');
  expect(changes.length).toBeGreaterThan(0);
  // What another card may have done is no news.
  const isTold = (id: string) => read.entries.some((entry) => entry.includes(id));
  expect(changes.map(({ id }) => id).filter(isTold)).toEqual(
    changes.filter(({ cards }) => cards === undefined).map(({ id }) => id),
  );
  expect(runs.length).toBeGreaterThan(0);
});
