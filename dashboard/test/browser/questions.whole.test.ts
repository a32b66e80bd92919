// Questions that readers of such a site ask, over the recorded history: each begins at the bare address, has its answer after a few
// clicks, and the answer is held against the data.
import { loadCurriculum, nextItems, parseCompletion } from '@kernel-ladder/curriculum';
import { parseSiteCommits, parseSiteJudgement } from '@kernel-ladder/schema';
import type { Result } from '@kernel-ladder/schema';
import { expect, onTestFinished, test } from 'vitest';
import { formatMetric, formatSpeedup, formatTime } from '../../src/format.ts';
import { measuredOf } from '../../src/model/measured.ts';
import { useQuestions, product, productFlop, tableRow, productLink, isWhole, medianOf } from './asked.ts';
import { hardwareOf } from './recorded.ts';

const { site, opened, ask, keyOf, fileOfRun, listedRuns, text, shownIds, newestWith } = useQuestions();

/** The fastest kernel of ours of a case. */
function fastestOf(results: readonly Result[], name: string): Result | undefined {
  const ours = results.filter((result) => result.id.endsWith(`/${name}`) && !result.peer && result.timing);
  return ours.toSorted((a, b) => a.timing!.medianNs - b.timing!.medianNs)[0];
}

test('which kernel of ours is the fastest beside cuBLAS, of f32 and of f16? No click, one to see all of them', async () => {
  const { click } = await ask(1);
  for (const dtype of ['f32', 'f16']) {
    const ids = (await shownIds('headlines-table')).filter((id) => id.startsWith('gemm/'));
    const id = ids.find((one) => one.endsWith(`,${dtype}`))!;
    const [, rung, name] = id.split('/');
    const results = await newestWith(`gemm/cublas/${name}`);
    const fastest = fastestOf(results, name!);
    // A rung that is faster since may have had no rival beside it.
    const ours = results.find((result) => result.id === `gemm/${rung}/${name}`);
    const shown = (ours ?? fastest)!;
    // Of two that are as fast, another run may have had the other in front.
    expect(shown.timing!.medianNs / fastest!.timing!.medianNs).toBeLessThan(1.005);
    const ratio = medianOf(results, `gemm/cublas/${name}`) / shown.timing!.medianNs;
    expect(await text(`${tableRow('headlines-table', id)} [data-column="peer"]`)).toMatch(
      ours ? /^cuBLAS \d/ : /^—$/,
    );
    expect(await text(`${tableRow('headlines-table', id)} [data-column="over"]`)).toBe(
      ours ? formatSpeedup(ratio) : '—',
    );
  }
  await click(productLink);
  const results = await newestWith(`gemm/cublas/${product}`);
  const best = fastestOf(results, product);
  const ratio = medianOf(results, `gemm/cublas/${product}`) / medianOf(results, best!.id);
  await opened().page.waitForSelector('#ladder .rung .badge.fastest');
  expect(await text('#ladder .rung[data-variant="cublas"]')).toContain(`ours ${formatSpeedup(ratio)}`);
});

test('what regressed, and by which commit? Two clicks', async () => {
  const { click } = await ask(2);
  const { page } = opened();
  const { changes } = await site().file(`judgement/${keyOf()}.json`, parseSiteJudgement);
  // What came with another card may be the card alone, and is counted apart.
  const regressed = changes.filter(({ direction, cards }) => direction === 'regressed' && !cards).length;
  const commits = measuredOf(await site().file(`commits/${keyOf()}.json`, parseSiteCommits));
  await click('#page-changes');
  await page.waitForSelector('#moving-table');
  expect(await page.textContent('#page')).toContain(`In them ${regressed} regression`);
  for (const { commit, counts } of commits.filter((one) => one.counts.slower > 0))
    expect(await text(`${tableRow('moving-table', commit.sha)} [data-column="slower"]`)).toBe(
      String(counts.slower),
    );
  const worst = commits.toSorted((a, b) => b.counts.slower - a.counts.slower)[0]!;
  await click(`${tableRow('moving-table', worst.commit.sha)} th a`);
  await page.waitForSelector('#slower tbody tr');
  const slower = await page.locator('#slower tbody tr[data-id]').count();
  expect(slower).toBe(worst.counts.slower);
  const files = await Promise.all(worst.runs.map(({ runId }) => fileOfRun(runId)));
  const results = files.flatMap((file) => file.results);
  for (const row of await page.locator('#slower tbody tr[data-id]').all()) {
    const id = (await row.getAttribute('data-id')) ?? '';
    expect(await row.textContent()).toContain(formatTime(medianOf(results, id)));
  }
});

test('what is between two runs? Two clicks', async () => {
  const { click } = await ask(2);
  const { page } = opened();
  const runs = await listedRuns();
  const [newest] = runs.filter(isWhole);
  await click('#page-run');
  await click(`${tableRow('runs-table', newest!.run.runId)} [data-column="compare"] a`);
  await page.waitForSelector('#compared-table tbody tr');
  const wishes = new URLSearchParams(new URL(page.url()).hash.slice(1));
  const [base, head] = await Promise.all(
    ['base', 'head'].map(async (side) => (await fileOfRun(wishes.get(side) ?? '')).results),
  );
  expect(wishes.get('head')).toBe(newest!.run.runId);
  const both = (await shownIds('compared-table')).filter((id) =>
    [base, head].every((side) => side!.some((result) => result.id === id && result.timing)),
  );
  expect(both.length).toBeGreaterThan(5);
  for (const id of both) {
    const row = tableRow('compared-table', id);
    expect(await text(`${row} [data-column="base"]`)).toBe(formatTime(medianOf(base!, id)));
    expect(await text(`${row} [data-column="head"]`)).toBe(formatTime(medianOf(head!, id)));
  }
});

test('how near is the product to its roof? Three clicks', async () => {
  const { click } = await ask(3);
  const { page } = opened();
  await click('#page-roofline');
  await click('#roof-table-sort-gflops');
  await click('#roof-table-sort-gflops');
  await page.waitForSelector('#roof-table th[data-column="gflops"][aria-sort="descending"]');
  const [id = ''] = await shownIds('roof-table');
  expect(id).toMatch(/^gemm\/.*,f32$/);
  const gflops = productFlop / medianOf(await newestWith(id), id);
  const { roofs } = hardwareOf(site()).machine;
  const row = tableRow('roof-table', id);
  expect(await text(`${row} [data-column="gflops"]`)).toBe(
    formatMetric({ metric: 'gflops', numbers: 'float' }, gflops),
  );
  expect(await text(`${row} [data-column="roof"]`)).toBe('f32');
  expect(Number.parseFloat(await text(`${row} [data-column="share"]`))).toBeCloseTo(
    (100 * gflops) / roofs.gflops['f32']!,
    0,
  );
});

test('how far is the curriculum, and what is next? One click', async () => {
  const { click } = await ask(1);
  const done = await site().file('curriculum/completion.json', parseCompletion);
  const next = nextItems(loadCurriculum(), done);
  expect(await text('#facts')).toContain(`${done.total.proven} of `);
  await click('#facts dd a');
  await opened().page.waitForSelector('#next-table tbody tr[data-id]');
  expect((await shownIds('next-table')).slice(0, 5)).toEqual(next.slice(0, 5).map(({ id }) => id));
});

test('share exactly this: the address after four clicks shows the same in another browser', async () => {
  const { click, choose, enter } = await ask(4);
  const { page } = opened();
  await click('#page-grid');
  await choose('#facet-family', 'gemm');
  await enter('#filter-grid', 'tensor 2048');
  await page.waitForFunction(() => location.hash.includes('q=tensor'));
  await click('#grid-table-sort-ns');
  await page.waitForSelector('#grid-table th[data-column="ns"][aria-sort]:not([aria-sort="none"])');
  const other = await page
    .context()
    .browser()!
    .newPage({ viewport: { width: 1280, height: 900 } });
  onTestFinished(() => other.close());
  await other.goto(page.url());
  await other.waitForSelector('#grid-table tbody tr[data-id]');
  const shown = await page.textContent('#grid-table');
  expect((await shownIds('grid-table')).length).toBeGreaterThan(3);
  expect(await other.textContent('#grid-table')).toBe(shown);
  expect(await other.inputValue('#facet-family')).toBe('gemm');
  expect(await other.inputValue('#filter-grid')).toBe('tensor 2048');
});
