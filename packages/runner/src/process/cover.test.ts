// What the shares of a rung's awkward cases come to together.
import type { CoveredRung } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { joinShares } from './cover.ts';

const spent = { deviceMs: 2, judgingMs: 1 };
const came = (covered: CoveredRung) => ({ covered, spent });

test('sets are counted together, and the first failure stands for all', () => {
  const one = came({
    coverage: [
      {
        set: 'EC-1D',
        total: 4,
        passed: 2,
        skipped: 1,
        failed: ['n=3,f32'],
        notApplicable: [{ code: 'not-applicable', cases: 1 }],
      },
      {
        set: 'EC-NAN',
        total: 1,
        passed: 0,
        skipped: 0,
        failed: [],
        observed: [{ case: 'n=1', outcome: 'NaN' }],
      },
    ],
    failure: 'EC-1D n=3,f32: wrong',
  });
  const other = came({
    coverage: [
      {
        set: 'EC-1D',
        total: 3,
        passed: 0,
        skipped: 3,
        failed: [],
        notApplicable: [
          { code: 'limit:maxBufferSize', cases: 1 },
          { code: 'not-applicable', cases: 2 },
        ],
      },
      { set: 'EC-NAN', total: 0, passed: 0, skipped: 0, failed: [] },
    ],
    failure: null,
  });
  expect(joinShares([other, one])).toEqual({
    covered: {
      coverage: [
        {
          set: 'EC-1D',
          total: 7,
          passed: 2,
          skipped: 4,
          failed: ['n=3,f32'],
          notApplicable: [
            { code: 'limit:maxBufferSize', cases: 1 },
            { code: 'not-applicable', cases: 3 },
          ],
        },
        {
          set: 'EC-NAN',
          total: 1,
          passed: 0,
          skipped: 0,
          failed: [],
          observed: [{ case: 'n=1', outcome: 'NaN' }],
        },
      ],
      failure: 'EC-1D n=3,f32: wrong',
    },
    spent: { deviceMs: 4, judgingMs: 2 },
  });
});

test('a share that did not come back leaves nothing of the others', () => {
  const silent = { reason: { code: 'crashed', message: 'SIGSEGV' } } as const;
  expect(joinShares([came({ coverage: [], failure: null }), silent])).toEqual(silent);
});
