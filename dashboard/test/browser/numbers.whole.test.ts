// One recorded result on every page that shows it: the same numbers as in its run file, in the same units and digits.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  numberTypeOf,
  parseRun,
  parseSiteOverview,
  parseSiteRun,
  readJson,
  roofOf,
} from '@kernel-ladder/schema';
import type { Result, SiteRun } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { formatAmount, formatMetric, formatRange, formatTime, medianTime } from '../../src/format.ts';
import { newestTimed } from '../../src/model/newest.ts';
import { latestRun } from '../../src/model/rung.ts';
import { addressOf } from '../../src/state.ts';
import { hardwareOf, useRecordedSite } from './recorded.ts';

const { site, opened } = useRecordedSite();
const history = fileURLToPath(new URL('../../history/', import.meta.url));

/** The fastest product of f32 by its newest time and as its ladder has it, both from the run's own file in the history, and the run before. */
async function recordedResult() {
  const { machine } = hardwareOf(site());
  const { headlines } = await site().file(`overview/${machine.key}.json`, parseSiteOverview);
  const { id } = headlines.find(({ family, dtype }) => family === 'gemm' && dtype === 'f32')!;
  const family = await site().family(machine.key, 'gemm');
  const series = family.series.find((one) => one.id === id)!;
  const at = newestTimed(series, false)!.run;
  const before = series.points.findLast(({ run, timing }) => run < at && timing !== undefined)!;
  const newest = await resultIn(family.runs[at]!, id);
  // A ladder is of one run, the newest with most of its rungs.
  const { result: onLadder } = await resultIn(family.runs[latestRun(family, series.case)!]!, id);
  return { id, ...newest, onLadder, machine, base: family.runs[before.run]!.runId };
}

async function resultIn({ runId }: SiteRun, id: string) {
  const { machine } = hardwareOf(site());
  const { file } = await site().file(`run/${machine.key}/${runId}.json`, parseSiteRun);
  const path = `${history}${file}`;
  const { results, run } = parseRun(path, readJson(path, await readFile(path, 'utf8')));
  expect(run.id).toBe(runId);
  return { runId, result: results.find((one) => one.id === id)! };
}

const plain = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
const ofRoof = (text: string) => text.replace(/ ?of /, ' of ');

/** What every page has to say of a result. */
function wordsOf(result: Result, roof: string | null) {
  const { timing, metrics, dtype } = result;
  if (!timing || metrics?.gflops === undefined || metrics.pctOfRoof === undefined) throw new Error(result.id);
  return {
    time: formatTime(timing.medianNs),
    interval: formatRange(medianTime, timing.ciLowNs, timing.ciHighNs),
    spread: formatRange(medianTime, timing.p25Ns, timing.p75Ns),
    rate: formatMetric({ metric: 'gflops', numbers: numberTypeOf(dtype.acc) }, metrics.gflops),
    share: `${formatAmount(metrics.pctOfRoof, 3)} %`,
    roof: roof ?? '—',
  };
}

test('value, share, interval and unit of a result are those of its run file, on every page', async () => {
  const { page, complaints, go } = opened();
  const { id, result, onLadder, machine, runId, base } = await recordedResult();
  const words = wordsOf(result, roofOf(result, machine.roofs));
  const { time, interval, rate, share, roof } = words;
  const [, rung] = id.split('/');
  await go('', '#headlines-table');
  // From page to page by the address: the site's scripts are loaded once.
  const cellsAt = async (
    wishes: Parameters<typeof addressOf>[0],
    table: string,
    columns: readonly string[],
  ) => {
    await go(addressOf({ machine: machine.key, ...wishes }), table);
    const row = page.locator(`${table} tbody tr[data-id="${id}"]`);
    // Of hundreds of rows those at hand are in the page.
    const boxes = page.locator(`.scroll.long:has(${table})`);
    const found = async () => {
      const count = await row.count();
      if (count === 0) await boxes.evaluateAll((all) => all.forEach((box) => box.scrollBy(0, 300)));
      return count;
    };
    await expect.poll(found).toBe(1);
    const texts = columns.map((column) => row.locator(`[data-column="${column}"]`).textContent());
    return (await Promise.all(texts)).map(plain);
  };
  const shared = plain(`${share} of ${roof}`);
  const overview = await cellsAt({ page: 'overview' }, '#headlines-table', ['rate', 'share']);
  expect(overview.map(ofRoof)).toEqual([rate, shared].map(plain));
  const grid = await cellsAt({ page: 'grid', query: id }, '#grid-table', ['ns', 'rate', 'share']);
  expect(grid.map(ofRoof)).toEqual([time, rate, shared].map(plain));
  const fastest = { column: 'gflops', descending: true };
  const roofline = await cellsAt({ page: 'roofline', dtype: 'f32', sort: fastest }, '#roof-table', [
    'gflops',
    'share',
    'roof',
  ]);
  expect(roofline).toEqual([rate, share, roof].map(plain));
  const compared = await cellsAt({ page: 'compare', base, head: runId }, '#compared-table', ['head']);
  expect(compared).toEqual([plain(time)]);
  const run = await cellsAt({ page: 'run', run: runId, query: id }, '#run-table', [
    'median',
    'interval',
    'gflops',
  ]);
  expect(run).toEqual([time, interval, rate].map(plain));
  const wishes = { page: 'results', family: 'gemm', case: result.case, metric: 'gflops' } as const;
  const results = await cellsAt(wishes, '#latest-table', ['medianNs', 'spread', 'pctOfRoof']);
  const ladder = wordsOf(onLadder, roofOf(onLadder, machine.roofs));
  expect(results).toEqual([ladder.time, ladder.spread, `${ladder.share} of ${ladder.roof}`].map(plain));
  const value = await page.textContent(`.rung[data-variant="${rung}"] .rung-value`);
  expect(plain(value)).toBe(plain(ladder.rate));
  expect(complaints).toEqual([]);
});
