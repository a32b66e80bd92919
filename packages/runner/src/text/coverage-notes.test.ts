import type { Coverage } from '@kernel-ladder/schema';
import { expect, test } from 'vitest';
import { coverageLines, coverageNotes } from './coverage-notes.ts';
import { sampleResult } from '../../fixtures/testing.ts';

const coverage: readonly Coverage[] = [
  { set: 'EC-1D', total: 9, passed: 6, skipped: 3, failed: [] },
  {
    set: 'EC-HUGE',
    total: 3,
    passed: 1,
    skipped: 0,
    failed: [],
    expectedFailures: [
      { case: 'n=1', because: 'e^100 overflows', message: 'y[0] is NaN' },
      { case: 'n=2', because: 'e^100 overflows', message: 'y[1] is NaN' },
    ],
  },
  {
    set: 'EC-NAN',
    total: 3,
    passed: 0,
    skipped: 0,
    failed: [],
    observed: ['ignored', 'propagates', 'ignored'].map((outcome, n) => ({ case: `n=${n}`, outcome })),
  },
];

test('tells once per variant what broke as expected and what was observed', () => {
  const results = ['a', 'b'].map((name) => ({ ...sampleResult('unsafe', 1), case: name, coverage }));
  expect(coverageNotes({ results })).toBe(
    'breaks   reduce/unsafe, as expected, on 2 edge cases: e^100 overflows (n=1: y[0] is NaN)\n' +
      'observed reduce/unsafe EC-NAN: 2 × ignored, 1 × propagates\n',
  );
});

test('says nothing of a run that checked no edge cases', () => {
  expect(coverageNotes({ results: [sampleResult('safe', 1)] })).toBe('');
});

test('gives a line for each set', () => {
  expect(coverageLines(coverage)).toBe(`  EC-1D: 6 of 9 passed; 3 not for this variant or adapter
  EC-HUGE: 1 of 3 passed; 2 broke as expected
  EC-NAN: 0 of 3 passed; 2 × ignored, 1 × propagates
`);
  const failed = [{ set: 'EC-1D', total: 2, passed: 1, skipped: 0, failed: ['n=7,f32'] }];
  expect(coverageLines(failed)).toBe('  EC-1D: 1 of 2 passed; failed: n=7,f32\n');
});
