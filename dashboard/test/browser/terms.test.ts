// Words of the glossary on every page: explained where they first stand, and nowhere else.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { everyday, glossary, wordOf } from '../../src/glossary.ts';
import { placeOf } from '../../src/model/terms.ts';
import { addressOf, pages } from '../../src/state.ts';
import { useRecordedSite } from './recorded.ts';

const { opened } = useRecordedSite();
const texts = pages.filter((page) => page !== 'reports' && page !== 'glossary');

/** Headings and paragraphs of the page, as pieces: what is explained, and the text between. */
interface Piece {
  readonly text: string;
  /** Where the word that it explains leads. */
  readonly term: string | null;
}

function proseOf(page: Page): Promise<readonly Piece[]> {
  return page.evaluate(() => {
    const found: { text: string; term: string | null }[] = [];
    const pieces = (node: Node): void => {
      if (node instanceof Text) found.push({ text: node.data, term: null });
      else if (node instanceof HTMLElement && node.matches('.term'))
        found.push({ text: node.textContent ?? '', term: node.querySelector('a')?.hash ?? null });
      // A link, a code or a badge says what it leads to or is.
      else if (!(node instanceof HTMLElement && node.matches('a, code, .badge, [role="status"]')))
        node.childNodes.forEach(pieces);
    };
    for (const one of document.querySelectorAll('#page :is(h2, h3, p)'))
      if (!one.closest('.raw, .item-body, [role="status"], #commit-title')) pieces(one);
    return found;
  });
}

test.for(texts)('%s explains each word of the glossary that it uses, where it first stands', async (id) => {
  const { page, go, complaints } = opened();
  await go(addressOf({ page: id }), '#main[aria-busy="false"] h2');
  const prose = await proseOf(page);
  const wrong = glossary.flatMap(({ word }) => {
    const entry = addressOf({ page: 'glossary', item: word });
    const uses = prose.filter(
      ({ text, term }) => placeOf(text, word) !== null && (term === null || term === entry),
    );
    const terms = uses.filter(({ term }) => term === entry).length;
    const first = uses[0];
    if (!first || (terms === 0 && everyday.has(word))) return [];
    return first.term === entry && terms === 1 ? [] : [`${word}, ${terms} ×: ${first.text}`];
  });
  expect(wrong).toEqual([]);
  expect(await page.locator('.term').count()).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
});

test('a meaning comes by mouse and keyboard, goes by Escape, stays in a narrow window and moves nothing', async () => {
  const { page, go } = opened();
  await page.setViewportSize({ width: 360, height: 700 });
  for (const id of ['overview', 'grid', 'curriculum', 'judge'] as const) {
    await go(addressOf({ page: id }), '#main[aria-busy="false"] .term');
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (const term of await page.locator('.term').all()) {
      await term.scrollIntoViewIfNeeded();
      await term.locator('a').focus();
      const note = term.getByRole('tooltip');
      const word = new URLSearchParams((await term.locator('a').getAttribute('href'))?.slice(1)).get('item');
      expect(await note.textContent()).toBe(wordOf(word ?? '')?.meaning);
      const box = (await note.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(360);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
      await page.keyboard.press('Escape');
      expect(await note.count()).toBe(0);
      await term.locator('a').hover();
      expect(await note.isVisible()).toBe(true);
      await note.hover();
      expect(await note.isVisible()).toBe(true);
      await page.mouse.move(0, 0);
      expect(await note.count()).toBe(0);
    }
  }
});
