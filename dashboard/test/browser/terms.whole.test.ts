// Words of the glossary on every page: explained where they first stand, and nowhere else.
import { expect, test } from 'vitest';
import { wordOf } from '../../src/glossary.ts';
import { addressOf } from '../../src/state.ts';
import { useRecordedSite } from './recorded.ts';

const { opened } = useRecordedSite();
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
      await note.waitFor({ state: 'detached' });
      await term.locator('a').hover();
      expect(await note.isVisible()).toBe(true);
      await note.hover();
      expect(await note.isVisible()).toBe(true);
      await page.mouse.move(0, 0);
      await note.waitFor({ state: 'detached' });
    }
  }
});
