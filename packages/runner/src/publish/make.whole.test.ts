// What takes hundreds of runs: they fill more than one page.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fourSites, useMadeSite } from '../../fixtures/made-site.ts';
import { cacheFolder } from './cache.ts';

const site = useMadeSite();

test('a site of several pages is the same with a cache, without it, and with one that somebody spoilt', async () => {
  const { first, others } = await fourSites(site, 260);
  expect(others).toEqual([first, first, first]);
}, 180_000);

async function spentOn(runs: number): Promise<number> {
  site.record(runs);
  rmSync(join(site.root(), cacheFolder), { recursive: true, force: true });
  const before = process.cpuUsage();
  await site.publish();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

// What grows with the square takes sixteen times as long, and what begins once is in both.
test('four times the runs take no more than six times the processor time', async () => {
  await spentOn(20); // Compiles what runs often.
  const few = await spentOn(256);
  expect(await spentOn(1024)).toBeLessThan(6 * few);
}, 180_000);
