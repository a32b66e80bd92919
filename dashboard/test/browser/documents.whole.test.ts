// Reports, guides and glossary in a real browser.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { glossary } from '../../src/glossary.ts';
import { addressOf } from '../../src/state.ts';
import { hardwareOf, useRecordedSite } from './recorded.ts';

const { site, opened } = useRecordedSite();
const docs = new URL('../../../docs/', import.meta.url);

test('the list of reports leads to each of them, and a report to its ids and commits', async () => {
  const { page, complaints, go } = opened();
  await go(addressOf({ page: 'reports' }), '#report table');
  const reports = readdirSync(new URL('reports/', docs)).filter((name) => /^(?!README).+\.md$/.test(name));
  expect(await page.locator('#report td a').count()).toBe(reports.length);
  await page.getByRole('link', { name: 'Every rung at its headline size' }).click();
  await page.waitForSelector('#report a:has(code)');
  const { key } = hardwareOf(site()).machine;
  const text = readFileSync(new URL('reports/headline.md', docs), 'utf8');
  const [, id = '', commit = ''] = /\| `([^`]+=[^`]+)` \| ([0-9a-f]{8}) \|/.exec(text) ?? [];
  const [family = '', , name = ''] = id.split('/');
  const link = page.getByRole('link', { name: id, exact: true }).first();
  expect(await link.getAttribute('href')).toBe(addressOf({ machine: key, family, case: name }));
  const row = page.locator('#report tr').filter({ has: page.getByText(id, { exact: true }) });
  expect(await row.getByRole('link', { name: commit, exact: true }).first().getAttribute('href')).toBe(
    addressOf({ page: 'commit', machine: key, commit }),
  );
  expect(complaints).toEqual([]);
});

// Runs in the page: code may hold what looks like Markdown.
function withoutCode(element: Element): string {
  const copy = document.createElement('div');
  copy.append(element.cloneNode(true));
  for (const code of copy.querySelectorAll('pre, code')) code.remove();
  return copy.textContent;
}

test('every document is drawn, its pictures arrive, and no Markdown is left in its text', async () => {
  const { page, complaints, go } = opened();
  await go(addressOf({ page: 'reports' }), '#report h2');
  const menu = page.locator('#pick-report');
  const names = await menu
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  expect(names.length).toBeGreaterThan(40);
  for (const name of names) {
    await menu.selectOption(name);
    await page.waitForSelector(`#report[aria-label="${name}"] :is(h2, h3)`);
    expect(await page.locator('#report').evaluate(withoutCode)).not.toMatch(/\]\(|<!--/);
  }
  await go(addressOf({ page: 'reports', report: 'docs/reports/suite-speed' }), '#report img');
  const widths = await page
    .locator('#report img')
    .evaluateAll((all) =>
      Promise.all(all.map((one) => (one as HTMLImageElement).decode())).then(() => all.length),
    );
  expect(widths).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
});

test('an unknown document says so, and a section of a guide comes into view', async () => {
  const { page, go } = opened();
  await go(addressOf({ page: 'reports', report: 'docs/nothing' }), '#notices .note');
  expect(await page.locator('#notices').textContent()).toContain('No document “docs/nothing” here');
  const heading =
    readFileSync(new URL('measuring.md', docs), 'utf8')
      .match(/^## (.+)$/gm)
      ?.at(-1) ?? '';
  const item = heading
    .slice(3)
    .toLowerCase()
    .replaceAll(' ', '-')
    .replaceAll(/[^a-z-]/g, '');
  await go(addressOf({ page: 'reports', report: 'docs/measuring', item }), `#report #heading-${item}`);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
});

test('the glossary has every word, and brings the one that is asked for into view', async () => {
  const { page, go } = opened();
  await go(addressOf({ page: 'glossary', item: 'variant' }), '#word-variant.selected');
  expect(await page.locator('#glossary dt').allTextContents()).toEqual(glossary.map(({ word }) => word));
  expect(await page.locator('#word-variant').isVisible()).toBe(true);
});
