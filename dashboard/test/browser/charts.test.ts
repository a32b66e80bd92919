// The charts of sizes and roofs in a real browser, over the recorded history.
import { expect, test } from 'vitest';
import { rooflineOf } from '../../src/model/roofline.ts';
import { sizesOf } from '../../src/model/sizes.ts';
import { addressOfCase, coloursOf, hardwareOf, useRecordedSite } from './recorded.ts';

const { site, opened } = useRecordedSite();
const familyOf = (name: string) => site().family(hardwareOf(site()).machine.key, name);

// Squares of both types, and the vectors of a memory-bound family.
const [first, ...others] = [
  ['gemm', 'm=4096,n=4096,k=4096,f32'],
  ['gemm', 'm=4096,n=4096,k=4096,f16-f32'],
  ['reduce', 'n=67108864,f32'],
] as const;

test.for([first, ...others])('draws a line a rung with a point a size: %s %s', async ([name, caseName]) => {
  const { page, complaints, go } = opened();
  const family = await familyOf(name);
  const sizes = sizesOf(family, caseName, false)!;
  const full = sizes.lines.filter(({ points }) => points.length >= 5);
  expect(full.length, 'rungs with five sizes or more').toBeGreaterThanOrEqual(2);
  await go(addressOfCase(family, caseName), '#sizes-chart');
  expect(await page.getAttribute('#sizes-chart', 'data-lines')).toBe(
    sizes.lines.map(({ variant, points }) => `${variant}:${points.length}`).join(','),
  );
  expect(await coloursOf(page, '#sizes-chart')).toBeGreaterThan(sizes.lines.length);
  expect(await page.locator('#sizes .key li').allTextContents()).toEqual(
    sizes.lines.map(({ variant }) => variant),
  );
  expect(complaints).toEqual([]);
});

test.for([first, ...others])('draws roofs and results: %s %s', async ([name, caseName]) => {
  const { page, complaints, go } = opened();
  const family = await familyOf(name);
  const roofline = rooflineOf(family, caseName, hardwareOf(site()).machine)!;
  await go(addressOfCase(family, caseName), '#roofline-chart');
  expect(await page.getAttribute('#roofline-chart', 'data-roofs')).toBe(
    roofline.arithmetic.map((roof) => `${roof.name} ${roof.source}`).join(','),
  );
  expect(await coloursOf(page, '#roofline-chart')).toBeGreaterThan(10);
  const shares = await page.locator('#roofline-table tbody td:nth-child(2)').allTextContents();
  expect(shares).toHaveLength(roofline.points.length);
  // Every share names the roof that it is of.
  expect(shares.filter((text) => !/% of the \S+ roof|^no share/.test(text))).toEqual([]);
  expect(complaints).toEqual([]);
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
  const [name, caseName] = first;
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
