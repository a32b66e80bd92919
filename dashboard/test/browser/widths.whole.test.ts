// What a reader sees at the widths of a telephone, a desk and a wall, in a real browser over the recorded history.
import { expect, test } from 'vitest';
import { casesOf, seriesAt } from '../../src/model/rung.ts';
import { addressOf, pages } from '../../src/state.ts';
import { seriesStyle, themes } from '../../src/theme.ts';
import { cutTexts, fits, resize, watchShifts } from './looks.ts';
import { addressOfCase, coloursOf, hardwareOf, useRecordedSite } from './recorded.ts';

const { site, opened, fresh } = useRecordedSite();
const familiesOf = () => {
  const { machine, families } = hardwareOf(site());
  return Promise.all(families.map((name) => site().family(machine.key, name)));
};

test('the score sees what moves', async () => {
  const { page, go } = await fresh();
  const shifted = await watchShifts(page);
  await go(addressOf({ page: 'results' }), '#trend-chart');
  await page.evaluate(() => {
    const late = document.createElement('div');
    late.style.blockSize = '400px';
    late.textContent = 'late';
    document.querySelector('#views')?.before(late);
  });
  expect(await shifted()).toBeGreaterThan(0.1);
});

test('at 360 pixels the longest case of every family has its type in view', async () => {
  const { page, go } = opened();
  await resize(page, 360);
  await go(addressOf({ page: 'results' }), '#trend-chart');
  for (const family of await familiesOf()) {
    const [longest] = casesOf(family).toSorted((a, b) => b.length - a.length);
    await go(addressOfCase(family, longest!), '#trend-chart, .empty-plot');
    expect(await cutTexts(page)).toEqual([]);
    expect(await page.textContent('#ladder h2')).toContain(longest);
  }
});

test('a label that is cut off is found', async () => {
  const { page, go } = await fresh();
  await resize(page, 360);
  await go(addressOf({ page: 'results' }), '#trend-chart');
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('#pick-case')!.style.inlineSize = '90px';
    document.querySelector<HTMLElement>('.rung-value')!.style.marginInlineStart = '400px';
  });
  expect(new Set((await cutTexts(page)).map((text) => text.split(' ')[0]))).toEqual(
    new Set(['SPAN', 'SELECT']),
  );
});

test('a table that is wider than its box shows so at its edge, and scrolls from the keyboard', async () => {
  const { page, go } = opened();
  await resize(page, 360);
  await go(addressOf({ page: 'commit' }), '#commits-table');
  const box = page.locator('#commits .scroll');
  expect(await box.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true);
  const cue = await box.evaluate((one) => getComputedStyle(one).background);
  expect(cue).toMatch(/gradient.*local.*gradient.*scroll/s);
  await box.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => box.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0);
});

test('at 2560 pixels the content takes the width, three charts side by side', async () => {
  const { page, go } = opened();
  await resize(page, 2560, 1200);
  await go(addressOf({ page: 'results' }), '#trend-chart');
  const boxes = await Promise.all(
    ['#ladder', '#trend', '#sizes'].map(async (id) => (await page.locator(id).boundingBox())!),
  );
  expect(new Set(boxes.map(({ y }) => Math.round(y))).size).toBe(1);
  expect(boxes[2]!.x + boxes[2]!.width - boxes[0]!.x).toBeGreaterThan(0.9 * 2560);
});

/** A page whose charts never hear that their frame has another size. */
async function withDeafCharts() {
  const deaf = await fresh();
  await deaf.page.addInitScript(() => {
    const { observe } = ResizeObserver.prototype;
    ResizeObserver.prototype.observe = function (target, options) {
      if (!target.querySelector(':scope > canvas')) observe.call(this, target, options);
    };
  });
  return deaf;
}

test('a chart makes no page wider than its window, also before it is drawn again', async () => {
  const { page, go } = await withDeafCharts();
  for (const id of ['results', 'roofline', 'allreduce', 'sweeps', 'run', 'curriculum'] as const) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await go(addressOf({ page: id, ...(id === 'sweeps' ? { family: 'scan' } : {}) }), '.plot canvas');
    await page.setViewportSize({ width: 360, height: 900 });
    expect.soft([id, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([id, 360]);
  }
});

test('every rung of every real ladder looks other than the rungs beside it, in the legend too', async () => {
  let longest = { family: '', caseName: '', rungs: 0 };
  for (const family of await familiesOf()) {
    for (const caseName of casesOf(family)) {
      const rungs = seriesAt(family, caseName).length;
      if (rungs > longest.rungs) longest = { family: family.family, caseName, rungs };
      for (const theme of Object.values(themes)) {
        const looks = Array.from({ length: rungs }, (_, place) => seriesStyle(theme, place));
        const kinds = looks.map(({ colour, shape }) => `${colour} ${shape.name}`);
        expect(new Set(kinds).size).toBe(rungs);
      }
    }
  }
  expect(longest.rungs).toBeGreaterThanOrEqual(9);
  const { page, go } = opened();
  await go(`#family=${longest.family}&case=${longest.caseName}`, '#trend-chart');
  const drawn = await page.locator('#trend .legend button[id^="line-"]').evaluateAll((buttons) =>
    buttons.map((button) => {
      const line = button.querySelector('.sample path');
      const mark = button.querySelector<HTMLElement>('.swatch');
      const sample = button.querySelector<SVGElement>('.sample');
      return [
        sample?.style.getPropertyValue('--series'),
        line?.getAttribute('stroke-dasharray'),
        mark?.dataset['shape'],
      ].join(' ');
    }),
  );
  expect(drawn).toHaveLength(longest.rungs);
  expect(new Set(drawn).size).toBe(longest.rungs);
});

test.for([360, 1600])('both charts fit a page of %d pixels, light and dark', async (width) => {
  const { page, go } = opened();
  await resize(page, width);
  const family = await site().family(hardwareOf(site()).machine.key, 'gemm');
  await go(addressOfCase(family, 'm=4096,n=4096,k=4096,f32'), '#roofline-chart');
  const colours = () =>
    Promise.all(['#sizes-chart', '#roofline-chart'].map((chart) => coloursOf(page, chart)));
  const light = await colours();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForSelector('html[data-theme="dark"]');
  expect(Math.min(...light, ...(await colours()))).toBeGreaterThan(5);
});

test.for([
  { width: 360, colorScheme: 'dark' },
  { width: 768, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 2560, colorScheme: 'light' },
] as const)(
  'every page fits $width pixels with all its words, $colorScheme',
  async ({ width, colorScheme }) => {
    const { page, complaints, go } = opened();
    await go(addressOf({ page: 'results' }), '#trend-chart');
    await resize(page, width);
    await page.emulateMedia({ colorScheme });
    for (const id of pages) {
      await fits(page, id);
      expect.soft([id, await cutTexts(page)]).toEqual([id, []]);
    }
    expect(complaints).toEqual([]);
  },
);
