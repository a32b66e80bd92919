import { expect, test } from 'vitest';
import { strayPrograms, ways } from './testing/compiled.ts';

test.for(ways)(
  'four hundred random programs are what the reference says: %o',
  { timeout: 120_000 },
  (way) => {
    expect(strayPrograms(way, { from: 26, to: 425 })).toEqual([]);
  },
);
