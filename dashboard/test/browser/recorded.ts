// The results page over the recorded history, in a real browser: what the tests of charts have in common.
import { fileURLToPath } from 'node:url';
import type { SiteFamily, SiteMachine } from '@kernel-ladder/schema';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { openingMachine } from '../../src/selection.ts';
import { openPage, startBrowser } from '../browser.ts';
import { startSite } from '../site.ts';
import type { Site } from '../site.ts';

const history = fileURLToPath(new URL('../../history/', import.meta.url));

/** One page of the site; `complaints` are errors and warnings of its console. */
export interface Opened {
  readonly page: Page;
  readonly complaints: readonly string[];
  /** Goes to a case and waits for a chart, or for the section without one. */
  readonly go: (address: string, selector: string) => Promise<void>;
}

/** Starts the site over every recorded run, and gives each test a fresh page of it. */
export function useRecordedSite(): { readonly site: () => Site; readonly opened: () => Opened } {
  let site: Site;
  let browser: Browser;
  let opened: Opened;
  beforeAll(async () => {
    [site, browser] = await Promise.all([startSite(inject('builtSite'), history), startBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(async () => {
    const { page, complaints } = await openPage(browser);
    opened = {
      page,
      complaints,
      go: async (address, selector) => {
        await page.goto(`${site.url}${address}`);
        await page.waitForSelector(selector);
      },
    };
  });
  afterEach(async () => {
    await opened.page.close();
  });
  return { site: () => site, opened: () => opened };
}

/** The hardware that the page opens on. */
export function hardwareOf({ index }: Site): SiteMachine {
  const found = openingMachine(index);
  if (!found) throw new Error('the history has no run on hardware');
  return found;
}

/** The address of a family's case. */
export function addressOfCase({ family }: SiteFamily, caseName: string): string {
  return `#family=${family}&case=${caseName}`;
}

/** How many different colours a canvas shows; a canvas that drew nothing shows one. */
export function coloursOf(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    return new Set(new Uint32Array(Uint8Array.from(pixels).buffer)).size;
  });
}
