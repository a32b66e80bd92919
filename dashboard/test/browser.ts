// A headless Chromium from npm that needs nothing from the system: its own libraries and fonts come along.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium, { inflate } from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';

const packageUrl = new URL('..', import.meta.resolve('@sparticuz/chromium'));

// A Vulkan driver in software draws what Chromium would draw without it, and takes a third of the time of a test for it.
const withoutGpu = ['--disable-gpu', '--disable-webgl'] as const;
const gpuFlags = /^--(?:use-gl|use-angle|enable-unsafe-swiftshader|ignore-gpu-blocklist|in-process-gpu)/;

/** Chromium on SwiftShader, with WebGPU. */
export const withWebGpu = [
  ...chromium.args.filter((flag) => gpuFlags.test(flag)),
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
] as const;

/** Starts the browser, without a GPU unless flags bring one; the first start on a machine unpacks it, which takes seconds. */
export async function startBrowser(graphics: readonly string[] = withoutGpu): Promise<Browser> {
  const home = await unpacked();
  const libraries = [join(home, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean);
  return playwright.launch({
    executablePath: join(home, 'chromium'),
    // One process for everything does not survive closing a page; playwright names the headless mode itself.
    args: [
      ...chromium.args.filter((flag) => !gpuFlags.test(flag) && !/^--(?:single-process|headless)/.test(flag)),
      ...graphics,
    ],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: libraries.join(':'),
      FONTCONFIG_FILE: join(home, 'fonts.conf'),
    },
  });
}

let shared: Promise<Browser> | undefined;

/**
 * The browser without a GPU that all files of tests of a process share: each opens pages of its own, which share nothing. Nobody
 * closes it; it ends with the process.
 */
export function sharedBrowser(): Promise<Browser> {
  shared ??= startBrowser();
  return shared;
}

/** The size and the colours that a page has where a test asks for no others. */
export const usualPage = { viewport: { width: 1280, height: 900 }, colorScheme: 'light' } as const;

/** A page of usual looks, and what it complains of: uncaught errors, and errors and warnings on its console. */
export async function openPage(
  browser: Browser,
): Promise<{ readonly page: Page; readonly complaints: string[] }> {
  const page = await browser.newPage(usualPage);
  // Less than a test may take: a failure then names what was waited for.
  page.setDefaultTimeout(120_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  return { page, complaints };
}

/** Changes the address of an open page of the site, as a link does, and waits until what it names is drawn. */
export async function turnTo(page: Page, address: string, selector: string): Promise<void> {
  await page.evaluate(async (hash) => {
    const before = location.href;
    const isSeen = new Promise((seen) => addEventListener('hashchange', seen, { once: true }));
    location.hash = hash;
    // The site hears of it first, and is busy from then on until it has drawn.
    if (location.href !== before) await isSeen;
  }, address);
  await page.waitForSelector('main[aria-busy="false"]', { state: 'attached' });
  await page.waitForSelector(selector);
}

async function unpacked(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('package.json', packageUrl), 'utf8'));
  const home = join(tmpdir(), `kernel-ladder-chromium-${version}`);
  if (existsSync(home)) return home;
  const fresh = await mkdtemp(`${home}-`);
  await unpack(fresh, home);
  // Renamed when complete: a second process sees all of it or nothing.
  await rename(fresh, home).catch(() => rm(fresh, { recursive: true }));
  return home;
}

async function unpack(directory: string, home: string): Promise<void> {
  const before = process.env['TMPDIR'];
  // The package unpacks into the temporary folder and trusts whatever it finds there.
  process.env['TMPDIR'] = directory;
  await chromium.executablePath();
  await inflate(fileURLToPath(new URL('bin/al2023.tar.br', packageUrl)));
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  await writeFile(join(directory, 'fonts.conf'), fontConfig(home));
}

// Absolute, because a relative cache folder is taken from wherever the browser is started.
const fontConfig = (home: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${home}/fonts/fonts</dir>
  <cachedir>${home}/fonts-cache</cachedir>
</fontconfig>
`;
