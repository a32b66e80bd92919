// The rules of axe, which a page of a test is held against.
import { source } from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

interface Axe {
  readonly axe: { readonly run: (options: RunOptions) => Promise<AxeResults> };
}

/** What axe finds that is moderate, serious or critical: the rule and where; by all rules, or by those that are named. */
export async function violations(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules.length > 0 ? { runOnly: [...rules] } : {}),
  };
  const { violations: found } = await page.evaluate(
    (given) => (globalThis as unknown as Axe).axe.run(given),
    options,
  );
  return found
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
