// The picture of a trend: a PNG that opens, with its title, where it is from, and the colours of the reader's theme.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { themes } from '../../src/theme.ts';
import { useRecordedSite } from './recorded.ts';

const { opened } = useRecordedSite();
// Where the title stands, and the address at the foot, in pixels of the file from its edges; twice those of the page.
const titleRows = { from: 44, to: 96 };
const footRows = { from: -80, to: -30 };

/** A colour as an opaque pixel, the red in its lowest byte. */
const pixelOf = (colour: string) =>
  [5, 3, 1].reduce((sum, at) => sum * 256 + Number.parseInt(colour.slice(at, at + 2), 16), 255);

/** How many pixels of a picture have each of these colours, as #rrggbb, in the rows of the title, of the foot, and in all. */
function coloursIn(page: Page, bytes: Buffer, colours: readonly string[]) {
  return page.evaluate(
    async ([file, asked, bands]) => {
      const picture = await createImageBitmap(
        new Blob([Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))], { type: 'image/png' }),
      );
      const { width, height } = picture;
      const pen = new OffscreenCanvas(width, height).getContext('2d')!;
      pen.drawImage(picture, 0, 0);
      const pixels = new Uint32Array(pen.getImageData(0, 0, width, height).data.buffer);
      const counted = bands.map(({ from, to }) => {
        const rows = pixels.subarray(
          (from < 0 ? height + from : from) * width,
          (to > 0 ? to : height + to) * width,
        );
        return asked.map((colour) => rows.reduce((sum, one) => sum + Number(one === colour), 0));
      });
      return { width, height, counted };
    },
    [bytes.toString('base64'), colours.map(pixelOf), [titleRows, footRows, { from: 0, to: 0 }]] as const,
  );
}

test.for(['light', 'dark'] as const)(
  'a picture has its title, its source, its lines and the ground of its theme, %s',
  async (name) => {
    const { page, go } = opened();
    await page.emulateMedia({ colorScheme: name });
    await go('#family=gemm&case=m=4096,n=4096,k=4096,f32', `html[data-theme="${name}"] #trend-chart`);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#trend-png')]);
    const path = await download.path();
    const bytes = await readFile(path);
    const { surface, ink, muted, series } = themes[name];
    const lines = series.slice(0, 4);
    const { width, height, counted } = await coloursIn(page, bytes, [surface, ink, muted, ...lines]);
    expect([width, height > 1200]).toEqual([2560, true]);
    const [title = [], foot = [], whole = []] = counted;
    // Strokes of letters have the ink itself where they fill a pixel.
    expect(title[0]).toBeGreaterThan(0.8 * width * (titleRows.to - titleRows.from));
    expect(title[1]).toBeGreaterThan(500);
    expect(foot[2]).toBeGreaterThan(500);
    expect(Math.min(...whole.slice(3))).toBeGreaterThan(100);
  },
);
