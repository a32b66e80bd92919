// Draws the pictures of the README, and one of every page in a folder, light and dark, over the recorded history.
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { addressOf, pages } from '../src/state.ts';
import { startBrowser, withWebGpu } from '../test/browser.ts';
import { buildSite, startSite } from '../test/site.ts';

const history = fileURLToPath(new URL('../history/', import.meta.url));
const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', default: '1280' },
  },
});
// pnpm runs the script in its package; a folder that is given is that of the caller.
const caller = process.env['INIT_CWD'] ?? process.cwd();
const folder = positionals[0] ? resolve(caller, positionals[0]) : join(docs, '../results/pictures');
const width = Number(values.width);
const readme = { width: 1360, height: 900 };
const readmeAddress = addressOf({ page: 'overview' });

/** Draws one address as a page that has just been opened, once nothing is loaded or looked for any more. */
async function picture(address: string, path: string, colorScheme: 'light' | 'dark', size?: typeof readme) {
  const page = await browser.newPage({ viewport: size ?? { width, height: 900 }, colorScheme });
  await page.goto(`${site.url}${address}`);
  await page.waitForSelector('main[aria-busy="false"] > #page:not([hidden])');
  await page.waitForLoadState('networkidle');
  await page.getByText('Looking at the adapter').waitFor({ state: 'detached' });
  await page.screenshot({ path, fullPage: size === undefined });
  await page.close();
  console.log(`wrote ${path}`);
}

await mkdir(folder, { recursive: true });
const built = await buildSite();
const [site, browser] = await Promise.all([startSite(built, history), startBrowser(withWebGpu)]);
for (const scheme of ['light', 'dark'] as const) {
  for (const id of pages)
    await picture(addressOf({ page: id }), join(folder, `${id}-${width}-${scheme}.png`), scheme);
  await picture(readmeAddress, join(docs, `dashboard-${scheme}.png`), scheme, readme);
}
await browser.close();
await site.close();
await rm(built, { recursive: true });
