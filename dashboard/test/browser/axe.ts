// The rules of axe, which a page of a test is held against.
import { source } from 'axe-core';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds that is moderate, serious or critical: the rule and where. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(source);
  const { violations: found } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  );
  return found
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
