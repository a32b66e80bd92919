import { describe, expect, test } from 'vitest';
import { findFamilies } from '../process/families.ts';
import { closeSession, halve, judgeSession, markUnstable, measureRulers } from './session.ts';
import { createIo, fixtures, sampleRun } from '../../fixtures/testing.ts';

const { machine } = sampleRun();
const families = findFamilies(fixtures);
const job = { gpu: { kind: 'software' }, seed: 1 } as const;

test('never calls a software session stable', async () => {
  const { io } = createIo(fixtures);
  const session = await judgeSession(io, {
    machine: { ...machine, software: true },
    families,
    job,
    firstRuler: null,
  });
  expect(session).toEqual({ rulers: [], stable: false, reasons: ['software-adapter'] });
});

test('knows nothing of the end of an interrupted session, and its timings are not to be compared', async () => {
  const { io, interrupt } = createIo(fixtures);
  interrupt();
  const firstRuler = { copyNs: 1, fmaNs: 1 };
  const session = await judgeSession(io, { machine, families, job, firstRuler });
  expect(session).toEqual({
    rulers: [{ at: 'start', ...firstRuler }],
    stable: false,
    reasons: ['interrupted', 'drift:end-unknown'],
  });
  const [result] = sampleRun().results;
  expect(markUnstable(result!, session)).toMatchObject({
    comparable: false,
    comparableReasons: ['unstable-session'],
  });
});

test('knows nothing of a session whose closing ruler could not be measured', async () => {
  const { io } = createIo(fixtures);
  const session = await judgeSession(io, { machine, families, job, firstRuler: null });
  expect(session).toEqual({ rulers: [], stable: false, reasons: ['no-ruler', 'drift:end-unknown'] });
});

test('measures the closing ruler and compares it with the first and the middle one', async () => {
  const { io } = createIo(fixtures);
  const start = { machine, families, job, firstRuler: { copyNs: 1, fmaNs: 1 } };
  const middle = await measureRulers(io, start);
  const session = await judgeSession(io, start, { middle });
  expect(session.rulers.map((ruler) => ruler.at)).toEqual(['start', 'middle', 'end']);
  expect(session.reasons.filter((reason) => reason.startsWith('drift:'))).toEqual([
    expect.stringMatching(/^drift:copy \+/),
    expect.stringMatching(/^drift:fma \+/),
  ]);
});

test('measures no rulers on a software adapter', async () => {
  const { io } = createIo(fixtures);
  expect(await measureRulers(io, { machine: { ...machine, software: true }, families, job })).toBeNull();
});

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
  const [result] = sampleRun().results;
  const drifted = { rulers: [], stable: false, reasons: ['throttle:copy +7.1 %'] };
  const marked = markUnstable(result!, drifted);
  expect(marked).toMatchObject({
    comparable: false,
    comparableReasons: expect.arrayContaining(['unstable-session']),
  });
  expect(markUnstable(result!, { ...drifted, reasons: ['software-adapter'] })).toBe(result);
});

describe('a canary whose times scatter', () => {
  const start = { at: 'start', copyNs: 1000, fmaNs: 1000, spread: 0.002 } as const;
  const session = closeSession([start], { copyNs: 1000, fmaNs: 1000, spread: 0.041 });

  test('shows that somebody else used the device', () => {
    expect(session).toMatchObject({ stable: false, reasons: ['contended:end 4.1 %'] });
    expect(closeSession([start], { copyNs: 1000, fmaNs: 1000, spread: 0.029 }).stable).toBe(true);
  });

  test('keeps the timings of its session from comparison, as contended', () => {
    const [result] = sampleRun().results;
    expect(markUnstable(result!, session)).toMatchObject({
      comparable: false,
      comparableReasons: ['contended'],
    });
    const both = { ...session, reasons: ['drift:copy +7.1 %', ...session.reasons] };
    expect(markUnstable(result!, both).comparableReasons).toEqual(['unstable-session', 'contended']);
  });
});

test('a ruler says how much its canary scattered, also of a device in software', async () => {
  const { io } = createIo(fixtures);
  const ruler = await measureRulers(io, { machine, families, job });
  expect(ruler?.spread).toBeGreaterThanOrEqual(0);
});
