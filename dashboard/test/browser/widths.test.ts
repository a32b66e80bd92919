// What a reader sees at the widths of a telephone, a desk and a wall, in a real browser over the recorded history.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { casesOf, seriesAt } from '../../src/model/rung.ts';
import { addressOf, pages } from '../../src/state.ts';
import type { PageId } from '../../src/state.ts';
import { seriesStyle, themes } from '../../src/theme.ts';
import { addressOfCase, hardwareOf, useRecordedSite } from './recorded.ts';

const { site, opened } = useRecordedSite();
const contentOf = (id: PageId) => (id === 'results' ? '#trend-chart' : '#page:not([hidden]) h2');
const familiesOf = () => {
  const { machine, families } = hardwareOf(site());
  return Promise.all(families.map((name) => site().family(machine.key, name)));
};

/** Adds up what moves on a page without the reader's doing, as browsers score it. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const scored = globalThis as typeof globalThis & { shifted: number };
    scored.shifted = 0;
    new PerformanceObserver((list) => {
      // The type is not among those that TypeScript knows.
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) scored.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    // Scores come some frames after what moved.
    await page.waitForTimeout(250);
    return page.evaluate(() => (globalThis as typeof globalThis & { shifted: number }).shifted);
  };
}

const views = pages.flatMap((id) => [360, 1280].map((width) => [id, width] as const));

test.for(views)('%s at %d pixels moves nothing about while it loads', async ([id, width]) => {
  const { page, go } = opened();
  await page.setViewportSize({ width, height: 900 });
  const shifted = await watchShifts(page);
  // Files that come one by one, late.
  await page.route('**/data/**', async (route) => {
    await new Promise((done) => setTimeout(done, 40));
    await route.continue();
  });
  await go(addressOf({ page: id }), contentOf(id));
  expect(await shifted()).toBeLessThan(0.1);
});

test('the score sees what moves', async () => {
  const { page, go } = opened();
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

/** Text that is cut off, or reaches beyond the window outside of a box that scrolls to it; and menus that cut off their choice. */
async function cutTexts(page: Page): Promise<readonly string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    for (const one of document.querySelectorAll('body *')) {
      const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!hasText || one.closest('.scroll, option, svg') || !one.checkVisibility()) continue;
      const { left, right } = one.getBoundingClientRect();
      const isHidden = getComputedStyle(one).overflowX !== 'visible';
      const isCut = isHidden && one.scrollWidth > one.clientWidth + 1;
      if (isCut || right > innerWidth + 1 || left < -1) found.push(`${one.tagName} ${one.textContent}`);
    }
    return found;
  });
  return [...texts, ...(await cutMenus(page))];
}

// A menu shows its choice in one line; what does not fit must stand beside it.
function cutMenus(page: Page): Promise<readonly string[]> {
  return page.locator('select').evaluateAll((menus) => {
    const pen = document.createElement('canvas').getContext('2d')!;
    const arrowPx = 22;
    return menus.flatMap((menu) => {
      const select = menu as HTMLSelectElement;
      const { fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(select);
      pen.font = `${fontSize} ${fontFamily}`;
      const text = select.selectedOptions[0]?.textContent ?? '';
      const room =
        select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - arrowPx;
      const whole = select.parentElement?.querySelector('.whole');
      const isTold = whole?.textContent === text && whole.checkVisibility();
      return pen.measureText(text).width > room && !isTold ? [`SELECT ${text}`] : [];
    });
  });
}

test.for(pages)('at 360 pixels %s cuts off no label and no number', async (id) => {
  const { page, go } = opened();
  await page.setViewportSize({ width: 360, height: 800 });
  await go(addressOf({ page: id }), contentOf(id));
  expect(await cutTexts(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('at 360 pixels the longest case of every family has its type in view', async () => {
  const { page, go } = opened();
  await page.setViewportSize({ width: 360, height: 800 });
  for (const family of await familiesOf()) {
    const [longest] = casesOf(family).toSorted((a, b) => b.length - a.length);
    await page.goto('about:blank');
    await go(addressOfCase(family, longest!), '#trend-chart, .empty-plot');
    expect(await cutTexts(page)).toEqual([]);
    expect(await page.textContent('#ladder h2')).toContain(longest);
  }
});

test('a label that is cut off is found', async () => {
  const { page, go } = opened();
  await page.setViewportSize({ width: 360, height: 800 });
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
  await page.setViewportSize({ width: 360, height: 800 });
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
  await page.setViewportSize({ width: 2560, height: 1200 });
  await go(addressOf({ page: 'results' }), '#trend-chart');
  const boxes = await Promise.all(
    ['#ladder', '#trend', '#sizes'].map(async (id) => (await page.locator(id).boundingBox())!),
  );
  expect(new Set(boxes.map(({ y }) => Math.round(y))).size).toBe(1);
  expect(boxes[2]!.x + boxes[2]!.width - boxes[0]!.x).toBeGreaterThan(0.9 * 2560);
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
