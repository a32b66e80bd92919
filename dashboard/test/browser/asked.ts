// A reader with a question: begins at the bare address, and may take only so many clicks to the answer.
import { readFile } from 'node:fs/promises';
import { parseSiteRun, parseSiteRunList } from '@kernel-ladder/schema';
import type { ListedRun, Result } from '@kernel-ladder/schema';
import type { Page } from 'playwright-core';
import { hardwareOf, useRecordedSite } from './recorded.ts';

/** What a reader does; a click, a choice in a menu and an entry in a form are one each. */
export interface Reader {
  readonly click: (selector: string) => Promise<void>;
  readonly choose: (selector: string, value: string) => Promise<void>;
  readonly enter: (selector: string, text: string) => Promise<void>;
}

/** Opens the bare address of a site; what goes beyond `most` clicks is an error. */
export async function asking(page: Page, url: string, most: number): Promise<Reader> {
  let clicks = 0;
  const counted = async (act: Promise<unknown>, what: string) => {
    clicks++;
    if (clicks > most) throw new Error(`${what} is click ${clicks}; the answer may take ${most}`);
    await act;
  };
  await page.goto(url);
  await page.waitForSelector('#headlines-table');
  return {
    click: (selector) => counted(page.click(selector), selector),
    choose: (selector, value) => counted(page.selectOption(selector, value), selector),
    enter: (selector, text) => counted(page.fill(selector, text), selector),
  };
}

/** The case of the product of two squares that readers ask for first. */
export const product = 'm=4096,n=4096,k=4096,f32';

/** Its operations, in FLOP. */
export const productFlop = 2 * 4096 ** 3;

/** The selector of a row of a table by its key. */
export const tableRow = (table: string, id: string) => `#${table} tbody tr[data-id="${id}"]`;

/** The selector of the product's link on the overview. */
export const productLink = `#headlines-table tbody tr[data-id^="gemm/"][data-id$="${product}"] a.case`;

/** True of a quick run that was asked for all of its suite and ended. */
export const isWhole = ({ run }: ListedRun) =>
  run.selected !== true && run.interrupted !== true && run.suite === 'quick';

/** The median time of a result, in ns; throws where it has none. */
export const medianOf = (results: readonly Result[], id: string): number => {
  const timing = results.find((result) => result.id === id)?.timing;
  if (!timing) throw new Error(`${id} has no time`);
  return timing.medianNs;
};

/** The recorded site with what the questions read of it and of its data. */
export function useQuestions() {
  const { site, opened } = useRecordedSite();
  const keyOf = () => hardwareOf(site()).machine.key;
  const ask = (most: number) => asking(opened().page, site().url, most);
  const fileOfRun = async (id: string) => (await site().file(`run/${keyOf()}/${id}.json`, parseSiteRun)).run;
  const listedRuns = async () => (await site().file(`run/${keyOf()}.json`, parseSiteRunList)).runs;
  const text = async (selector: string) => (await opened().page.textContent(selector)) ?? '';

  async function shownIds(table: string): Promise<readonly string[]> {
    const rows = opened().page.locator(`#${table} tbody tr[data-id]`);
    return rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset['id'] ?? ''));
  }

  /** What a download has, by its button. */
  async function saved(click: () => Promise<void>): Promise<Buffer> {
    const [download] = await Promise.all([opened().page.waitForEvent('download'), click()]);
    return readFile(await download.path());
  }

  /** The newest run in which a result passes, and all results of it. */
  async function newestWith(id: string): Promise<readonly Result[]> {
    for (const { run } of await listedRuns()) {
      const { results } = await fileOfRun(run.runId);
      if (results.some((result) => result.id === id && result.status === 'passed')) return results;
    }
    throw new Error(`no recorded run has ${id}`);
  }
  return { site, opened, ask, keyOf, fileOfRun, listedRuns, text, shownIds, saved, newestWith };
}
