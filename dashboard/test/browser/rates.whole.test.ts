// What the results open on and in which units, in a real browser over the recorded history.
import { metricTable, numberTypeOf } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { isShare } from '../../src/format.ts';
import { presentMetrics } from '../../src/model/metric.ts';
import { casesOf, latestRun, rungsOf, seriesAt } from '../../src/model/rung.ts';
import { ceilingOf } from '../../src/model/share.ts';
import { selectView } from '../../src/selection.ts';
import { addressOf, parseHash } from '../../src/state.ts';
import { addressOfCase, hardwareOf, useRecordedSite } from './recorded.ts';

const { site, opened } = useRecordedSite();
const familiesOf = () => {
  const { machine, families } = hardwareOf(site());
  return Promise.all(families.map((name) => site().family(machine.key, name)));
};

test('no case opens on a metric that ranks its rungs otherwise than their times do', async () => {
  for (const family of await familiesOf()) {
    for (const caseName of casesOf(family)) {
      const { metric } = selectView(family, false, { ...parseHash(''), case: caseName })!;
      expect(isShare(metric)).toBe(false);
      const rungs = rungsOf(family, caseName, latestRun(family, caseName)!, metric).flatMap((rung) =>
        rung.status === 'passed' && rung.measured && rung.point.peer === undefined ? [rung.measured] : [],
      );
      const byTime = rungs.toSorted((a, b) => a.medianNs - b.medianNs);
      const sign = metricTable[metric].better === 'lower' ? 1 : -1;
      expect(byTime.map(({ value }) => value)).toEqual(
        rungs.map(({ value }) => value).toSorted((a, b) => sign * (a - b)),
      );
    }
  }
});

/** The first recorded case whose latest run has rungs under different roofs. */
async function caseUnderTwoRoofs() {
  const { machine } = hardwareOf(site());
  for (const family of await familiesOf()) {
    for (const caseName of casesOf(family)) {
      const roofs = rungsOf(family, caseName, latestRun(family, caseName)!, 'pctOfRoof').flatMap(
        ({ series, point }) => ceilingOf('pctOfRoof', series, { point, machine }) ?? [],
      );
      if (roofs.length > 2 && new Set(roofs).size > 1) return { family, caseName };
    }
  }
  throw new Error('no recorded case has rungs under different roofs');
}

test('the longest bar of the first page is that of the fastest rung, and a share names its roof', async () => {
  const { page, complaints, go } = opened();
  const { family, caseName } = await caseUnderTwoRoofs();
  await go(addressOfCase(family, caseName), '#trend-chart');
  const fills = await page
    .locator('#ladder .rung:not(.peer) .rung-fill')
    .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().width));
  const best = await page.locator('#ladder .rung.best .rung-fill').first().boundingBox();
  expect(best!.width).toBeCloseTo(Math.max(...fills), 0);
  await page.selectOption('#pick-metric', 'pctOfRoof');
  await page.waitForSelector('#ladder[data-metric="pctOfRoof"]');
  const shares = await page.locator('#ladder .rung.passed:not(.peer) .rung-value').allTextContents();
  expect(shares.length).toBeGreaterThan(2);
  expect(shares.filter((text) => !/ % of \S+$/.test(text))).toEqual([]);
  expect(new Set(shares.map((text) => text.split(' of ')[1])).size).toBeGreaterThan(1);
  expect(await page.textContent('#ladder .hint')).toContain('shares of different roofs rank nothing');
  const cells = await page.locator('#latest-table td[data-column="pctOfRoof"]').allTextContents();
  expect(cells.filter((text) => text !== '—' && !/ % of \S+$/.test(text))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('rates of integers read OP/s everywhere on the page, those of floats FLOP/s', async () => {
  const { page, go } = opened();
  await go(addressOf({ page: 'results' }), '#trend-chart');
  for (const family of await familiesOf()) {
    const kinds = Map.groupBy(casesOf(family), (caseName) => seriesAt(family, caseName)[0]!.dtype.in);
    for (const [first] of kinds.values()) {
      const series = seriesAt(family, first!);
      if (!presentMetrics(series).includes('gflops')) continue;
      const isInteger = numberTypeOf(series[0]!.dtype.acc) === 'integer';
      await go(`${addressOfCase(family, first!)}&metric=gflops`, '#trend-chart');
      const text = await page.locator('#views').innerText();
      expect(text).toMatch(isInteger ? /[MGT]OP\/s/ : /[MGT]FLOP\/s/);
      expect(text.includes(isInteger ? 'FLOP/s' : 'TOP/s')).toBe(false);
    }
  }
});
