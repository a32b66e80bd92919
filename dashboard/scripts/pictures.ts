// Draws the pictures of the README again: the results page over the recorded history, light and dark.
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startBrowser } from '../test/browser.ts';
import { buildSite, startSite } from '../test/site.ts';

const history = fileURLToPath(new URL('../history/', import.meta.url));
const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const viewport = { width: 1360, height: 900 };

const built = await buildSite();
const [site, browser] = await Promise.all([startSite(built, history), startBrowser()]);
for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ viewport, colorScheme });
  await page.goto(`${site.url}#family=gemm`);
  await page.waitForSelector('#trend-chart');
  const path = `${docs}dashboard-${colorScheme}.png`;
  await page.screenshot({ path });
  console.log(`wrote ${path}`);
}
await browser.close();
await site.close();
await rm(built, { recursive: true });
