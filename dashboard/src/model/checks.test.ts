import type { Coverage } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { summariseChecks } from './checks.ts';

const set = (name: string, more: Partial<Coverage> = {}): Coverage => ({
  set: name,
  total: 4,
  passed: 2,
  skipped: 1,
  failed: [],
  ...more,
});

const failure = (name: string, because: string) => ({ case: name, because, message: `${name} is NaN` });

test('keeps cases that break as expected apart from those that fail', () => {
  const summary = summariseChecks({
    coverage: [
      set('EC-ROW-HUGE', {
        expectedFailures: [
          failure('a', 'it overflows'),
          failure('b', 'it underflows'),
          failure('c', 'it overflows'),
        ],
      }),
      set('EC-1D', { failed: ['n=7'] }),
    ],
  });
  expect(summary).toMatchObject({ judged: 6, passed: 4, skipped: 2, failed: ['EC-1D: n=7'] });
  expect(summary.breaks.map(({ count, because, example }) => [count, because, example])).toEqual([
    [2, 'it overflows', 'a: a is NaN'],
    [1, 'it underflows', 'b: b is NaN'],
  ]);
});

test('counts what was observed by outcome', () => {
  const observed = ['propagates', 'ignored', 'propagates'].map((outcome) => ({ case: 'n=1', outcome }));
  const summary = summariseChecks({ coverage: [set('EC-NAN', { total: 9, passed: 5, observed })] });
  expect(summary.observed).toEqual([{ set: 'EC-NAN', outcomes: '2 × propagates, 1 × ignored' }]);
  expect(summary).toMatchObject({ judged: 5, passed: 5, skipped: 1, seen: 3 });
});
