// Peers on the ladder and in the table in a real browser, over the recorded history.
import { expect, test } from 'vitest';
import { ladderOf } from '../../src/model/ladder.ts';
import { casesOf, latestRun } from '../../src/model/rung.ts';
import { resize } from './looks.ts';
import { addressOfCase, hardwareOf, useRecordedSite } from './recorded.ts';

const { site, opened } = useRecordedSite();

/** The first recorded case whose latest run has a peer with a ratio. */
async function caseWithPeers() {
  const { machine, families } = hardwareOf(site());
  for (const name of families) {
    const family = await site().family(machine.key, name);
    for (const caseName of casesOf(family)) {
      const view = { metric: 'medianNs', breaking: new Set<string>(), software: false } as const;
      const { bars } = ladderOf(family, caseName, latestRun(family, caseName) ?? 0, view);
      if (bars.some(({ peer }) => peer?.over)) return { family, caseName, bars };
    }
  }
  throw new Error('no recorded run has a peer beside a rung: record one with `pnpm bench --peers`');
}

test('a peer stands below the rungs, muted, with its name and the ratio, there and in the table', async () => {
  const { page, complaints, go } = opened();
  const { family, caseName, bars } = await caseWithPeers();
  const peers = bars.filter(({ peer }) => peer !== null);
  await go(`${addressOfCase(family, caseName)}&metric=medianNs`, '#ladder .rung.peer');
  const variants = await page
    .locator('#ladder .rung')
    .evaluateAll((items) => items.map((item) => item.getAttribute('data-variant')));
  expect(variants).toEqual(bars.map(({ variant }) => variant));
  for (const { variant, peer } of peers) {
    const item = page.locator(`#ladder .rung.peer[data-variant="${variant}"]`);
    expect(await item.locator('.badge').first().textContent()).toBe(peer?.name);
    if (!peer?.over) continue;
    expect(await item.locator('.rung-speedup').textContent()).toBe(`ours ${peer.over.text}`);
    const row = page.locator(`#latest-table tr[data-id="${family.family}/${variant}/${caseName}"]`);
    expect(await row.locator('td[data-column="over"]').textContent()).toBe(peer.over.text);
  }
  expect(complaints).toEqual([]);
});

test.for([360, 1600])('the ladder with peers fits a page of %d pixels', async (width) => {
  const { page, go } = opened();
  const { family, caseName } = await caseWithPeers();
  await resize(page, width);
  await go(addressOfCase(family, caseName), '#ladder .rung.peer');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});
