// What the families offer to a page that would run them, as its worker tells it.
import type { FamilyListing, ListedId } from '@kernel-ladder/schema';
import { pickIds } from '@kernel-ladder/schema/select';
import type { Page } from 'playwright-core';
import { suites } from '../../src/here/suites.ts';

interface Listening {
  seen?: { readonly listings: readonly FamilyListing[] };
}

/** Has a page keep what its worker tells; before it is loaded. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const Own = Worker;
    globalThis.Worker = class extends Own {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        this.addEventListener('message', ({ data }) => {
          if (data.type === 'seen') (globalThis as typeof globalThis & Listening).seen = data.seen;
        });
      }
    };
  });
}

/** The ids of the quickest suite on a page that listens, on an adapter in software. */
export async function listedIds(page: Page): Promise<readonly ListedId[]> {
  const seen = await page.waitForFunction(() => (globalThis as typeof globalThis & Listening).seen);
  const { listings = [] } = (await seen.jsonValue()) ?? {};
  const [suite] = suites;
  if (!suite) throw new Error('the site was built without suites');
  return pickIds(listings, { suite, globs: [], software: true }).ids;
}

/** The first id of each family that can run. */
export function firstOfEach(ids: readonly ListedId[]): readonly ListedId[] {
  const runnable = ids.filter(({ status }) => status === 'runnable');
  return [...Map.groupBy(runnable, ({ family }) => family).values()].flatMap(([first]) => first ?? []);
}
