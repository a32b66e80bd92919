// What the charts of sizes and of roofs owe: all that the model says, drawn.
import { expect } from 'vitest';
import { rooflineOf } from '../../src/model/roofline.ts';
import { sizesOf } from '../../src/model/sizes.ts';
import type { Pages } from '../opened.ts';
import type { Site } from '../site.ts';
import { addressOfCase, coloursOf, hardwareOf } from './recorded.ts';

/** Squares of both types, and the vectors of a memory-bound family. */
export const charted = {
  square: ['gemm', 'm=4096,n=4096,k=4096,f32'],
  tensor: ['gemm', 'm=4096,n=4096,k=4096,f16-f32'],
  vector: ['reduce', 'n=67108864,f32'],
} as const;

/** A family's name and a case of it. */
export type Charted = (typeof charted)[keyof typeof charted];

interface Reading {
  readonly site: Site;
  readonly opened: Pages['opened'];
}

const familyOf = (site: Site, name: string) => site.family(hardwareOf(site).machine.key, name);

/** Holds the chart of sizes to a line a rung with a point a size. */
export async function holdsLines({ site, opened }: Reading, [name, caseName]: Charted): Promise<void> {
  const { page, go } = opened();
  const family = await familyOf(site, name);
  const sizes = sizesOf(family, caseName, false);
  if (!sizes) throw new Error(`${name} has no sizes of ${caseName}: record a sweep`);
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
}

/** Holds the chart of roofs to the roofs, and to a share of a roof a result. */
export async function holdsRoofs({ site, opened }: Reading, [name, caseName]: Charted): Promise<void> {
  const { page, go } = opened();
  const family = await familyOf(site, name);
  const roofline = rooflineOf(family, caseName, hardwareOf(site).machine);
  if (!roofline) throw new Error(`${name} has no roofs for ${caseName}: it has no operations to rate`);
  await go(addressOfCase(family, caseName), '#roofline-chart');
  expect(await page.getAttribute('#roofline-chart', 'data-roofs')).toBe(
    roofline.arithmetic.map((roof) => `${roof.name} ${roof.source}`).join(','),
  );
  expect(await coloursOf(page, '#roofline-chart')).toBeGreaterThan(10);
  const shares = await page.locator('#roofline-table tbody td:nth-child(2)').allTextContents();
  expect(shares).toHaveLength(roofline.points.length);
  // Every share names the roof that it is of.
  expect(shares.filter((text) => !/% of the \S+ roof|^no share/.test(text))).toEqual([]);
}
