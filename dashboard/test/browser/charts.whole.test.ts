// The charts of sizes and roofs in a real browser, of the types and families that charts.test.ts leaves out.
import { expect, test } from 'vitest';
import { charted, holdsLines, holdsRoofs } from './charted.ts';
import { useRecordedSite } from './recorded.ts';

const { site, opened } = useRecordedSite();

test.for([charted.tensor, charted.vector])('draws a line a rung with a point a size: %s %s', async (each) => {
  await holdsLines({ site: site(), opened }, each);
  expect(opened().complaints).toEqual([]);
});

test.for([charted.tensor])('draws roofs and results: %s %s', async (each) => {
  await holdsRoofs({ site: site(), opened }, each);
  expect(opened().complaints).toEqual([]);
});
