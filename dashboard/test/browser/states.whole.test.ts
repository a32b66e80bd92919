// What readers come to by links: a run, a commit, a rung's code, a filter, a document. Each at the widths of a telephone, a tablet, a desk and a wall.
import { parseSiteCommits, parseSiteRunList } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { measuredOf } from '../../src/model/measured.ts';
import { addressOf } from '../../src/state.ts';
import type { ViewState } from '../../src/state.ts';
import { violations } from './axe.ts';
import { bareCommits, cutTexts, resize, smallTargets } from './looks.ts';
import { hardwareOf, measuredCommits, useRecordedSite } from './recorded.ts';

const { site, opened, fresh } = useRecordedSite();
const widths = [360, 768, 1280, 2560] as const;
const drawn = '#main[aria-busy="false"] :is(h2, canvas)';

/** A run with failures and the one that was measured before it, and the commit that slowed most. */
async function recorded() {
  const { key: machine } = hardwareOf(site()).machine;
  const { runs } = await site().file(`run/${machine}.json`, parseSiteRunList);
  const at = runs.findIndex(({ failed }) => failed > 0);
  const [head = null, base = null] = [at, at + 1].map((place) => runs[place]?.run.runId ?? null);
  const commits = measuredOf(await site().file(`commits/${machine}.json`, parseSiteCommits));
  const [slowest] = commits.toSorted((a, b) => b.counts.slower - a.counts.slower);
  return { machine, head, base, commit: slowest?.commit.sha ?? null };
}

type Known = Awaited<ReturnType<typeof recorded>>;

/** The other machine of the history, whose name is longer. */
const otherMachine = () =>
  site().index.machines.find((one) => one.machine.key !== hardwareOf(site()).machine.key)!.machine.key;

const product = 'm=4096,n=4096,k=4096,f16';
const states: readonly (readonly [string, (known: Known) => Partial<ViewState>])[] = [
  ['a run with failures', ({ machine, head }) => ({ page: 'run', machine, run: head })],
  ['the commit that slowed most', ({ machine, commit }) => ({ page: 'commit', machine, commit })],
  ['two runs compared', ({ machine, base, head }) => ({ page: 'compare', machine, base, head })],
  ['two machines compared', ({ machine }) => ({ page: 'compare', machine, other: otherMachine() })],
  ['what a rung changes', () => ({ page: 'results', family: 'gemm', case: product, rung: 'tensor' })],
  [
    'a trend by date, logarithmic',
    () => ({ page: 'results', family: 'attention', isDated: true, scale: 'log' }),
  ],
  ['every case of a family', () => ({ page: 'results', family: 'sort', allCases: true })],
  [
    'series under filters',
    () => ({ page: 'grid', family: 'attention', dtype: 'f16', sort: { column: 'rate', descending: true } }),
  ],
  ['a sweep of memory', () => ({ page: 'sweeps', family: 'memory' })],
  ['a search of gemm', () => ({ page: 'tuning', family: 'gemm' })],
  ['an item of the curriculum', () => ({ page: 'curriculum', item: 'gemm.algo-sweep' })],
  ['a write-up with many tables', () => ({ page: 'reports', report: 'docs/reports/design-guide' })],
  ['the README', () => ({ page: 'reports', report: 'README' })],
  ['another machine', () => ({ page: 'overview', machine: otherMachine() })],
  ['another machine’s regressions', () => ({ page: 'changes', machine: otherMachine() })],
];

test.for(states)('%s has all its words at every width, and shuts no reader out', async ([, wishes]) => {
  const { page, complaints, go } = opened();
  await go(addressOf(wishes(await recorded())), drawn);
  for (const width of widths) {
    await resize(page, width);
    const reach = await page.evaluate(() => document.documentElement.scrollWidth);
    expect
      .soft([width, reach, await cutTexts(page), await smallTargets(page)])
      .toEqual([width, width, [], []]);
  }
  expect.soft(await bareCommits(page, await measuredCommits(site()))).toEqual([]);
  expect.soft(complaints).toEqual([]);
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForSelector(`html[data-theme="dark"] ${drawn}`);
  expect.soft([light, await violations(page, ['color-contrast'])]).toEqual([[], []]);
});

test('a name that a menu cuts off, and a page wider than its window, are found', async () => {
  const { page, go } = await fresh();
  await go(addressOf({ page: 'overview', machine: otherMachine() }), drawn);
  await resize(page, 360);
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('.menu .whole')!.hidden = true;
    const wide = document.createElement('p');
    wide.textContent = 'wide';
    wide.style.inlineSize = '500px';
    document.body.append(wide);
  });
  expect((await cutTexts(page)).map((text) => text.split(' ')[0])).toContain('SELECT');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeGreaterThan(360);
});
