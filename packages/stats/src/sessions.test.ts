import { describe, expect, test } from 'vitest';
import { closeSession, halve, markUnstable } from './sessions.ts';

const result = { timing: {}, comparable: true, comparableReasons: [] };

test.for([
  { families: 'aabbbbc', first: 'aa' },
  { families: 'aaaaab', first: 'aaaaa' },
  { families: '', first: '' },
])('halves $families between families, after $first', ({ families: names, first }) => {
  const entries = [...names].map((family) => ({ family, case: 'n=1' }));
  expect(
    halve(entries)[0]
      .map((entry) => entry.family)
      .join(''),
  ).toBe(first);
});

test.for([
  { cases: 'aabbcc', first: 'aa' },
  { cases: 'aaabb', first: 'aaa' },
  { cases: 'aaaa', first: 'aa' },
  { cases: 'a', first: 'a' },
])('halves the one family $cases between cases, after $first', ({ cases, first }) => {
  const entries = [...cases].map((name) => ({ family: 'reduce', case: name }));
  const [before, after] = halve(entries);
  expect([before, after].map((part) => part.map((entry) => entry.case).join(''))).toEqual([
    first,
    cases.slice(first.length),
  ]);
});

test('marks the timings of a session whose rulers moved', () => {
  const drifted = { rulers: [], stable: false, reasons: ['throttle:copy +7.1 %'] };
  const marked = markUnstable(result, drifted);
  expect(marked).toMatchObject({
    comparable: false,
    comparableReasons: expect.arrayContaining(['unstable-session']),
  });
  expect(markUnstable(result, { ...drifted, reasons: ['software-adapter'] })).toBe(result);
});

describe('a canary whose times scatter', () => {
  const start = { at: 'start', copyNs: 1000, fmaNs: 1000, spread: 0.002 } as const;
  const session = closeSession([start], { copyNs: 1000, fmaNs: 1000, spread: 0.041 });

  test('shows that somebody else used the device', () => {
    expect(session).toMatchObject({ stable: false, reasons: ['contended:end 4.1 %'] });
    expect(closeSession([start], { copyNs: 1000, fmaNs: 1000, spread: 0.029 }).stable).toBe(true);
  });

  test('keeps the timings of its session from comparison, as contended', () => {
    expect(markUnstable(result, session)).toMatchObject({
      comparable: false,
      comparableReasons: ['contended'],
    });
    const both = { ...session, reasons: ['drift:copy +7.1 %', ...session.reasons] };
    expect(markUnstable(result, both).comparableReasons).toEqual(['unstable-session', 'contended']);
  });
});
