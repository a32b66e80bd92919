// The comparison in a real browser, over the recorded history: its numbers are those of `bench compare`.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { addressOf } from '../../src/state.ts';
import { hardwareOf, useRecordedSite } from './recorded.ts';

const { site, opened } = useRecordedSite();

const runner = fileURLToPath(new URL('../../../packages/runner/src/main.ts', import.meta.url));
const history = fileURLToPath(new URL('../../history/', import.meta.url));
const [base, head] = ['2142979f', '8635eb1c'];
const compare = (wishes: object = {}) => addressOf({ page: 'compare', base, head, ...wishes });

/** What the command line says of the same two. */
async function commanded(...flags: readonly string[]): Promise<string> {
  const words = [runner, 'compare', base, head, '--history', history, ...flags];
  const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 2 ** 26 });
  return stdout;
}

// A browser and Node differ in the last digits of an exponential.
const digits = (value: number) => value.toPrecision(9);

async function saved(button: string): Promise<string> {
  const { page } = opened();
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
  return readFile(await download.path(), 'utf8');
}

test('says what bench compare says: every verdict, the geometric mean, and what one side alone has', async () => {
  const { page, complaints, go } = opened();
  const said = JSON.parse(await commanded('--json'));
  await go(compare(), '#compared-table');
  const rows = (await saved('#save-csv')).trim().split('\r\n').slice(1);
  const verdicts = new Map(
    rows.map((row) => {
      const [, id = '', verdict = '', effect = ''] = /^("[^"]*"|[^,]*),([^,]*),([^,]*),/.exec(row) ?? [];
      return [id.replaceAll('"', ''), [verdict, digits(Number(effect))]];
    }),
  );
  expect(said.compared.length).toBeGreaterThan(100);
  for (const { id, verdict, effect } of said.compared)
    expect([id, verdicts.get(id)]).toEqual([id, [verdict, digits(effect)]]);
  const alone = [...said.added, ...said.gone, ...said.fixed, ...said.newlyFailing, ...said.stillFailing];
  expect(rows).toHaveLength(said.compared.length + alone.length + said.peers.length);
  expect(await page.textContent('#geomean')).toContain(
    `over ${said.geomean.count} ids: ${said.geomean.ratio.toFixed(3)}`,
  );
  expect(await saved('#save-markdown')).toContain(
    (await commanded('--markdown')).split('\n\n').slice(1).join('\n\n').trim(),
  );
  expect(complaints).toEqual([]);
});

test('begins with the largest effect over the least that would be called, and verdicts stand from 1 on', async () => {
  const { page, go } = opened();
  await go(compare(), '#compared-table');
  const rows = await page
    .locator('#compared-table tbody tr[data-id]')
    .evaluateAll((all) =>
      all.map(
        (row) =>
          [
            row.querySelector('[data-column="verdict"]')?.textContent,
            Number(row.querySelector('[data-column="strength"]')?.textContent?.replaceAll(',', '')),
          ] as const,
      ),
    );
  const strengths = rows.map(([, strength]) => strength).filter((value) => !Number.isNaN(value));
  expect(strengths.length).toBeGreaterThan(10);
  expect(strengths).toEqual(strengths.toSorted((a, b) => b - a));
  // Written with two digits, 0.996 reads 1.0.
  const clear = rows.filter(([, value]) => Math.abs(value - 1) > 0.01);
  expect(clear.map(([verdict]) => ['REGRESSED', 'IMPROVED'].includes(verdict ?? ''))).toEqual(
    clear.map(([, strength]) => strength > 1),
  );
});

test('menus pick the sides, a count leads to its rows, and the address brings all of it back', async () => {
  const { page, go } = opened();
  await go(addressOf({ page: 'compare' }), '#compared-table');
  const { machine } = hardwareOf(site());
  const list = await page
    .locator('#pick-base option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  const [wanted] = list.filter((name) => name.startsWith(base));
  await page.focus('#pick-base');
  await page.selectOption('#pick-base', wanted ?? '');
  await page.waitForFunction((name) => location.hash.includes(`base=${name}`), wanted ?? '');
  await go(compare({ machine: machine.key }), '#verdicts');
  await page.click('#verdicts [data-state="REGRESSED"] a');
  await page.waitForFunction(() => location.hash.includes('state=REGRESSED'));
  await page.fill('#filter-words', 'register');
  await page.waitForFunction(() => location.hash.includes('q=register'));
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('filter-words');
  const before = await page.locator('#compared-table tbody tr').allTextContents();
  expect(before.length).toBeGreaterThan(0);
  expect(before.every((row) => /register.*REGRESSED/.test(row))).toBe(true);
  await page.reload();
  await page.waitForSelector('#compared-table');
  expect(await page.locator('#compared-table tbody tr').allTextContents()).toEqual(before);
});

test.for([
  ['base=zzzz', /No run or commit “zzzz” among the newest runs/],
  ['base=8635eb1c&head=8635eb1c', /A run is on both sides/],
] as const)('says of %s what is wrong with it', async ([wishes, note]) => {
  const { page, go } = opened();
  await go(`#page=compare&${wishes}`, '#compare');
  expect(await page.locator('#main .note').allTextContents()).toContainEqual(expect.stringMatching(note));
});
