// The results page over the recorded history, in a real browser: what the tests of charts have in common.
import { parseSiteCommits } from '@kernel-ladder/schema';
import type { SiteFamily, SiteMachine } from '@kernel-ladder/schema';
import type { Page } from 'playwright-core';
import { beforeAll, inject } from 'vitest';
import { openingMachine } from '../../src/selection.ts';
import { usePages } from '../opened.ts';
import type { Holder, Pages } from '../opened.ts';
import { readSite } from '../site.ts';
import type { Site } from '../site.ts';

/** The site over every recorded run, which no test may change, and its pages. */
interface Recorded extends Pages {
  readonly site: () => Site;
}

const kept: Holder = {};

/** Gives the tests of a file the site and its pages; all files of a process go on in the same. */
export function useRecordedSite(): Recorded {
  let site: Site;
  beforeAll(async () => {
    site = await readSite(inject('recordedSite'));
  });
  return { site: () => site, ...usePages(() => site.url, kept) };
}

/** The hardware that the page opens on. */
export function hardwareOf({ index }: Site): SiteMachine {
  const found = openingMachine(index);
  if (!found) throw new Error('the history has no run on hardware');
  return found;
}

/** Every clean commit that some machine has measured. */
export async function measuredCommits(site: Site): Promise<readonly string[]> {
  const keys = site.index.machines.map(({ machine }) => machine.key);
  const files = await Promise.all(keys.map((key) => site.file(`commits/${key}.json`, parseSiteCommits)));
  return files.flatMap((commits) => commits.map(({ commit }) => commit.sha));
}

/** The address of a family's case. */
export function addressOfCase({ family }: SiteFamily, caseName: string): string {
  return `#family=${family}&case=${caseName}`;
}

/** How many different colours a canvas shows; a canvas that drew nothing shows one. */
export function coloursOf(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    // Read from a copy: the page draws again on the same canvas, and the browser warns of what is read and drawn by turns.
    const copy = new OffscreenCanvas(width, height).getContext('2d');
    copy?.drawImage(element as HTMLCanvasElement, 0, 0);
    const pixels = copy?.getImageData(0, 0, width, height).data ?? [];
    return new Set(new Uint32Array(Uint8Array.from(pixels).buffer)).size;
  });
}
