// The charts of sizes and roofs in a real browser, over the recorded history.
import { expect, test } from 'vitest';
import { rooflineOf } from '../../src/model/roofline.ts';
import { sizesOf } from '../../src/model/sizes.ts';
import { charted, holdsLines, holdsRoofs } from './charted.ts';
import { addressOfCase, hardwareOf, useRecordedSite } from './recorded.ts';

const { site, opened } = useRecordedSite();
const familyOf = (name: string) => site().family(hardwareOf(site()).machine.key, name);

test.for([charted.square, charted.tensor, charted.vector])(
  'draws a line a rung with a point a size: %s %s',
  async (each) => {
    await holdsLines({ site: site(), opened }, each);
    expect(opened().complaints).toEqual([]);
  },
);

test.for([charted.square, charted.tensor, charted.vector])('draws roofs and results: %s %s', async (each) => {
  await holdsRoofs({ site: site(), opened }, each);
  expect(opened().complaints).toEqual([]);
});

test('no result of any family lies above the roof of the datasheet', async () => {
  const { machine, families } = hardwareOf(site());
  let seen = 0;
  for (const name of families) {
    const family = await familyOf(name);
    const roofline = rooflineOf(family, family.series[0]!.case, machine);
    // What only moves data has no operations to rate.
    if (!roofline) continue;
    seen++;
    const { points } = roofline;
    expect(points.length).toBeGreaterThan(0);
    const peakOf = (roof: string | null) => machine.peaks?.gflops[roof ?? ''] ?? Infinity;
    expect(points.filter(({ gflops, roof }) => gflops > peakOf(roof))).toEqual([]);
  }
  expect(seen).toBeGreaterThanOrEqual(7);
});

test('has every point of both charts in a table, which the keyboard opens', async () => {
  const { page, go } = opened();
  const [name, caseName] = charted.square;
  const family = await familyOf(name);
  const { lines, sizes } = sizesOf(family, caseName, false)!;
  const { points } = rooflineOf(family, caseName, hardwareOf(site()).machine)!;
  await go(addressOfCase(family, caseName), '#roofline-chart');
  for (const section of ['sizes', 'roofline']) {
    await page.focus(`#${section} summary`);
    await page.keyboard.press('Enter');
    await page.waitForSelector(`#${section}-table`, { state: 'visible' });
  }
  expect(await page.locator('#sizes-table tbody tr').count()).toBe(sizes.length);
  expect(await page.locator('#sizes-table td:not(:text-is("—"))').count()).toBe(
    lines.reduce((sum, line) => sum + line.points.length, 0),
  );
  expect(await page.locator('#roofline-table tbody tr').count()).toBe(points.length);
});
