// What takes hundreds of runs: they fill more than one page.
import { expect, test } from 'vitest';
import { fourSites, useMadeSite } from '../../fixtures/made-site.ts';

const site = useMadeSite();

test('a site of several pages is the same with a cache, without it, and with one that somebody spoilt', async () => {
  const { first, others } = await fourSites(site, 260);
  expect(others).toEqual([first, first, first]);
}, 180_000);
