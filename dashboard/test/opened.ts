// Pages that tests go on in: to load the site anew costs three times what a change of its address costs.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, onTestFinished } from 'vitest';
import { addressOf } from '../src/state.ts';
import { openPage, sharedBrowser, turnTo, usualPage } from './browser.ts';

/** One page of a site; `complaints` are errors and warnings of its console. */
export interface Opened {
  readonly page: Page;
  readonly complaints: string[];
  /** Goes to an address, as a link does where the site is open, and waits until what it names is drawn. */
  readonly go: (address: string, selector: string) => Promise<void>;
  /** Loads the site anew at an address, and waits for what it names. */
  readonly load: (address: string, selector: string) => Promise<void>;
}

/** The pages that a file of tests has of a site. */
export interface Pages {
  /** The page that the tests go on in, one after the other. */
  readonly opened: () => Opened;
  /** A page of the test's own, for what a later test would find spoilt: other answers, and scripts that come first. */
  readonly fresh: () => Promise<Opened>;
  /** As fresh, and closed by whoever asks for it. */
  readonly open: () => Promise<Opened>;
}

/** What holds the page that tests go on in. */
export interface Holder {
  opened?: Opened;
}

/**
 * Gives the tests of a file their pages. Before each test the one that they go on in has its usual size and colours, and nothing is
 * kept in it; after a failure comes another. It is closed behind the file, unless a holder that is given keeps it for the next.
 */
export function usePages(url: () => string, kept: Holder | null = null): Pages {
  const holder = kept ?? {};
  const open = async () => openOn(await sharedBrowser(), url());
  const close = async () => {
    await holder.opened?.page.close();
    delete holder.opened;
  };
  beforeEach(async () => {
    holder.opened ??= await open();
    await makeUsual(holder.opened);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await close();
  });
  if (!kept) afterAll(close);
  const opened = () => {
    if (!holder.opened) throw new Error('the page is there while a test runs');
    return holder.opened;
  };
  const fresh = async () => {
    const own = await open();
    onTestFinished(() => own.page.close());
    return own;
  };
  return { opened, fresh, open };
}

// A page that is soon drawn, for whoever would go to where the page stands already.
const elsewhere = addressOf({ page: 'glossary' });

async function openOn(browser: Browser, url: string): Promise<Opened> {
  const { page, complaints } = await openPage(browser);
  const isOpen = () => page.url().split('#')[0] === url;
  const load = async (address: string, selector: string) => {
    // From the same document a browser would go there without loading anything.
    if (isOpen()) await page.goto('about:blank');
    await page.goto(`${url}${address}`);
    await page.waitForSelector(selector);
  };
  const go = async (address: string, selector: string) => {
    if (!isOpen()) return load(address, selector);
    const { hash } = new URL(address, url);
    if (new URL(page.url()).hash === hash) await turnTo(page, elsewhere, '#page:not([hidden]) h2');
    await turnTo(page, address, selector);
  };
  return { page, complaints, go, load };
}

async function makeUsual({ page, complaints }: Opened): Promise<void> {
  await page.setViewportSize(usualPage.viewport);
  await page.emulateMedia({ colorScheme: usualPage.colorScheme });
  await page.mouse.move(0, 0);
  if (page.url() !== 'about:blank' && (await forget(page))) await page.goto('about:blank');
  complaints.length = 0;
}

// What the site kept it also knows by heart, until it is loaded anew.
function forget(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { length } = localStorage;
    localStorage.clear();
    return length > 0;
  });
}
