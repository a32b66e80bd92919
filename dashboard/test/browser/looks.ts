// What of a page a reader sees move or cut off.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { parseHash } from '../../src/state.ts';
import type { PageId } from '../../src/state.ts';

/** Adds up what moves on a page without the reader's doing, as browsers score it. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
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

/** Gives the window another size, and waits for what follows it: media queries and charts hear of it a frame or two later. */
export async function resize(page: Page, width: number, height = 900): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))),
      ),
  );
}

/** Text that is cut off, or reaches beyond the window outside of a box that scrolls to it; menus that cut off their choice, boxes their hint. */
export async function cutTexts(page: Page): Promise<readonly string[]> {
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
  return [...texts, ...(await cutMenus(page)), ...(await cutHints(page))];
}

// What a box that is empty says of what may stand in it.
function cutHints(page: Page): Promise<readonly string[]> {
  return page.locator('input[placeholder]').evaluateAll((boxes) => {
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) throw new Error('no canvas to measure on');
    return boxes.flatMap((box) => {
      const { placeholder, clientWidth } = box as HTMLInputElement;
      const { fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(box);
      pen.font = `${fontSize} ${fontFamily}`;
      const room = clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return box.checkVisibility() && pen.measureText(placeholder).width > room
        ? [`INPUT ${placeholder}`]
        : [];
    });
  });
}

// A menu shows its choice in one line; what does not fit must stand beside it.
function cutMenus(page: Page): Promise<readonly string[]> {
  return page.locator('select').evaluateAll((menus) => {
    const pen = document.createElement('canvas').getContext('2d');
    const arrowPx = 22;
    return menus.flatMap((menu) => {
      const select = menu as HTMLSelectElement;
      const { fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(select);
      if (!pen) throw new Error('no canvas to measure on');
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

/**
 * Commits of the history that a text names outside of a link, with the text; a title names what its own page is of, a menu what it chooses, and the
 * subject of a commit is somebody's own words.
 */
export function bareCommits(page: Page, shas: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(
    (known) => {
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      while (walk.nextNode()) {
        const { textContent, parentElement } = walk.currentNode;
        const words = textContent?.split(/[^-\w]+/) ?? [];
        const isNamed = known.some((sha) => words.includes(sha));
        if (isNamed && !parentElement?.closest('a, option, .whole, h2, .subject, .about-commit, script'))
          found.push(`${parentElement?.tagName} ${textContent}`);
      }
      return found;
    },
    shas.map((sha) => sha.slice(0, 8)),
  );
}

/** What a reader hits or ticks, and links that stand by themselves, below 24 px in either direction (WCAG 2.2, 2.5.8). */
export function smallTargets(page: Page): Promise<readonly string[]> {
  return page.locator('button, input, select, summary, nav a').evaluateAll((targets) =>
    targets.flatMap((one) => {
      if (!one.checkVisibility()) return [];
      const { width, height } = one.getBoundingClientRect();
      // Boxes end between two pixels.
      const isLarge = Math.min(width, height) > 23.9;
      return isLarge ? [] : [`${one.tagName} ${one.id} ${width.toFixed(0)} × ${height.toFixed(0)}`];
    }),
  );
}

/** Opens a page of the site by its link, and holds that it has its heading and reaches no further than the window. */
export async function fits(page: Page, id: PageId): Promise<void> {
  await page.click(`#page-${id}`);
  await page.waitForSelector(`#page-${id}[aria-current="page"]`);
  await page.waitForSelector(id === 'results' ? '#trend-chart' : '#page:not([hidden]) h2');
  expect(parseHash(await page.evaluate(() => location.hash)).page).toBe(id);
  const { width } = page.viewportSize() ?? { width: 0 };
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}
