// Every page from the keyboard: what takes the focus is in view and marked, in the order of the page, and nothing holds it.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addressOf, pages } from '../../src/state.ts';
import { useRecordedSite } from './recorded.ts';

const { opened, fresh } = useRecordedSite();
const drawn = '#main[aria-busy="false"] :is(h2, canvas)';

/** What has the focus, and where that is from what had it before; null outside of the page. */
function focusedElement(page: Page) {
  return page.evaluate(() => {
    const kept = globalThis as typeof globalThis & { before?: Element | undefined };
    const { before } = kept;
    const { activeElement: one, body } = document;
    kept.before = one === null || one === body ? undefined : one;
    if (!kept.before) return null;
    const { outlineStyle, outlineWidth } = getComputedStyle(kept.before);
    return {
      name: `${kept.before.tagName} ${kept.before.id || kept.before.textContent?.slice(0, 30)}`,
      outline: [outlineStyle, Number.parseFloat(outlineWidth)] as const,
      box: kept.before.getBoundingClientRect().toJSON() as DOMRect,
      room: [innerWidth, innerHeight] as const,
      // Rows of long tables come and go.
      way: before?.isConnected ? before.compareDocumentPosition(kept.before) : null,
    };
  });
}

const following = 4;

async function focused(page: Page) {
  const at = await focusedElement(page);
  if (at === null) return null;
  const { name, outline, box, room, way } = at;
  const [style, width] = outline;
  const isAcross = box.right > 0 && box.left < room[0];
  return {
    name,
    isMarked: style !== 'none' && width >= 1,
    isSeen: box.width > 0 && isAcross && box.bottom > 0 && box.top < room[1],
    isHeld: way === 0,
    isAfter: way === null || way === 0 ? null : (way & following) > 0,
  };
}

/** Presses a key some times, and says what was wrong on the way. */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab', times: number) {
  const faults: string[] = [];
  for (let steps = 0; steps < times; steps++) {
    await page.keyboard.press(key);
    const at = await focused(page);
    if (at === null) return { faults, steps };
    if (!at.isMarked) faults.push(`${at.name} is not marked`);
    if (!at.isSeen) faults.push(`${at.name} is out of view`);
    if (at.isHeld) faults.push(`${at.name} holds the focus`);
    if (at.isAfter === (key === 'Shift+Tab')) faults.push(`${at.name} is out of order`);
  }
  return { faults, steps: times };
}

/** Sets the focus some elements before the last, from where Tab must lead out of the page. */
async function nearTheEnd(page: Page): Promise<void> {
  // The last rows of long tables are drawn once they are scrolled to.
  await page.locator('.scroll.long').evaluateAll((boxes) => boxes.map((box) => box.scrollTo(0, 1e7)));
  await page.waitForFunction(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))),
  );
  await page.locator(`#page :is(${takers})`).evaluateAll((all) => {
    const seen = all.filter((one) => one.checkVisibility() && !one.matches(':disabled'));
    const [from] = seen.slice(-6);
    (globalThis as typeof globalThis & { before?: Element | undefined }).before = from;
    (from as HTMLElement | undefined)?.focus();
  });
}

const takers = 'a[href], button, input, select, summary, [tabindex="0"]';

test.for(pages)('%s is walked through from the keyboard, there and back, and out at its end', async (id) => {
  const { page, load } = opened();
  await load(addressOf({ page: id }), drawn);
  // Links of all pages and menus, then the first of the page's own.
  const there = await walk(page, 'Tab', 36);
  expect.soft(there.faults).toEqual([]);
  expect.soft((await walk(page, 'Shift+Tab', 6)).faults).toEqual([]);
  await nearTheEnd(page);
  const { faults, steps } = await walk(page, 'Tab', 12);
  expect.soft(faults).toEqual([]);
  expect(steps).toBeLessThan(12);
});

test('the first key leads past the links to the content', async () => {
  const { page, load } = opened();
  await load(addressOf({ page: 'grid' }), drawn);
  await page.keyboard.press('Tab');
  expect((await focused(page))?.name).toContain('Skip to the content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('#main') !== null)).toBe(true);
});

test('a focus without a mark, and one that is held, are found', async () => {
  const { page, load } = await fresh();
  await load(addressOf({ page: 'glossary' }), drawn);
  await page.evaluate(() => {
    const link = document.querySelector<HTMLElement>('#page-grid');
    link?.style.setProperty('outline', 'none', 'important');
    const trap = document.querySelector<HTMLElement>('#page-sweeps');
    trap?.addEventListener('keydown', (event) => event.preventDefault());
  });
  const { faults, steps } = await walk(page, 'Tab', 30);
  expect(steps).toBe(30);
  expect(faults.join()).toMatch(/page-grid is not marked.*page-sweeps holds the focus/);
});
